import { group } from '../../lib/grouping.ts';
import { panMessage } from '../../lib/pan.ts';
import { Field } from '../../ui/field.tsx';
import { GroupedInput } from '../../ui/grouped-input.tsx';
import { labels } from './answers.ts';
import type { Registration } from './use-registration.ts';

const readPan = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .slice(0, 10);

/** Step 2: the two numbers and the address. */
export function StepIdentity({ registration: { answers, errors, set, leave, busy } }: { registration: Registration }) {
  return (
    <div className="register-fields">
      <Field id="pancard" label={labels.pancard} hint="Ten characters, such as ABCPE 1234 F" error={errors.pancard ?? panMessage(answers.pancard, false)}>
        {(control) => (
          <GroupedInput
            {...control}
            name="pancard"
            required
            readOnly={busy}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={answers.pancard}
            onChange={(value) => set('pancard', value)}
            read={readPan}
            show={(value) => group(value, [5, 4, 1])}
            onBlur={() => leave('pancard')}
          />
        )}
      </Field>
      <Field id="aadharcard" label={labels.aadharcard} hint="Twelve digits" error={errors.aadharcard}>
        {(control) => (
          <GroupedInput
            {...control}
            name="aadharcard"
            inputMode="numeric"
            required
            readOnly={busy}
            autoComplete="off"
            value={answers.aadharcard}
            onChange={(value) => set('aadharcard', value)}
            read={(typed) => typed.replace(/\D/g, '').slice(0, 12)}
            show={(value) => group(value, [4])}
            onBlur={() => leave('aadharcard')}
          />
        )}
      </Field>
      <div data-wide>
        <Field id="address" label={labels.address} error={errors.address} hint={`${answers.address.length} of 250 characters`}>
          {(control) => (
            <textarea
              {...control}
              className="tp-input"
              name="address"
              rows={3}
              maxLength={250}
              required
              readOnly={busy}
              autoComplete="street-address"
              value={answers.address}
              onChange={(event) => set('address', event.target.value)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
