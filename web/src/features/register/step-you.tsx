import { latestBirthDay } from '../../lib/adult.ts';
import { group, readPhone } from '../../lib/grouping.ts';
import { Field, FieldNotes } from '../../ui/field.tsx';
import { GroupedInput } from '../../ui/grouped-input.tsx';
import { PublicLink } from '../../ui/public-link.tsx';
import { labels } from './answers.ts';
import type { Registration } from './use-registration.ts';

const genders = [
  ['male', 'Male'],
  ['female', 'Female'],
  ['other', 'Other'],
  ['prefer-not-to-say', 'Prefer not to say'],
] as const;

/** Step 1: who and how to reach. */
export function StepYou({ registration }: { registration: Registration }) {
  const { answers, errors, set, leave, busy } = registration;
  return (
    <div className="register-fields">
      <Field id="name" label={labels.name} hint="As on the PAN card" error={errors.name}>
        {(control) => (
          <input
            {...control}
            className="tp-input"
            name="name"
            required
            readOnly={busy}
            autoComplete="name"
            maxLength={100}
            value={answers.name}
            onChange={(event) => set('name', event.target.value)}
          />
        )}
      </Field>
      <Field id="dob" label={labels.dob} error={errors.dob}>
        {(control) => (
          <input
            {...control}
            className="tp-input"
            name="dob"
            type="date"
            required
            readOnly={busy}
            autoComplete="bday"
            min="1900-01-01"
            max={latestBirthDay(Date.now())}
            value={answers.dob}
            onChange={(event) => set('dob', event.target.value)}
            onBlur={() => leave('dob')}
          />
        )}
      </Field>
      <Gender registration={registration} />
      <Contact registration={registration} />
    </div>
  );
}

function Gender({ registration: { answers, errors, set } }: { registration: Registration }) {
  return (
    <fieldset className="tp-field" data-wide aria-describedby={errors.gender ? 'gender-error' : undefined} data-invalid={errors.gender ? true : undefined}>
      <legend className="tp-label">{labels.gender}</legend>
      <div className="register-radios">
        {genders.map(([value, word], at) => (
          <label key={value} className="tp-check">
            <input
              id={at === 0 ? 'gender' : undefined}
              type="radio"
              name="gender"
              value={value}
              required
              checked={answers.gender === value}
              onChange={() => set('gender', value)}
            />
            {word}
          </label>
        ))}
      </div>
      <FieldNotes id="gender" error={errors.gender} />
    </fieldset>
  );
}

function Contact({ registration: { answers, errors, set, leave, busy } }: { registration: Registration }) {
  return (
    <>
      <Field
        id="email"
        label={labels.email}
        error={errors.email}
        hint={errors.email === 'This e-mail is already registered.' ? <PublicLink to="/login">Sign in instead</PublicLink> : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="tp-input"
            name="email"
            type="email"
            required
            readOnly={busy}
            autoComplete="email"
            maxLength={254}
            value={answers.email}
            onChange={(event) => set('email', event.target.value)}
            onBlur={() => leave('email')}
          />
        )}
      </Field>
      <Field id="phone" label={labels.phone} error={errors.phone}>
        {(control) => (
          <GroupedInput
            {...control}
            name="phone"
            type="tel"
            inputMode="numeric"
            required
            readOnly={busy}
            autoComplete="tel"
            prefix="+91"
            value={answers.phone}
            onChange={(value) => set('phone', value)}
            read={readPhone}
            show={(value) => group(value, [5, 5])}
            onBlur={() => leave('phone')}
          />
        )}
      </Field>
    </>
  );
}
