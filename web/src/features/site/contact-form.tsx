import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ContactField, contactFields, longestMessage, messageCount } from '../../lib/contact-rules.ts';
import { goTo } from '../../lib/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Contact, subjects, useContact } from './use-contact.ts';
import './contact-form.css';

type FormTexts = SiteContent['contactPage']['form'];

/** The message form of `/` and `/contact-us`. It is stored by the platform; the answer comes by e-mail. */
export function ContactForm({ texts }: { texts: FormTexts }) {
  const contact = useContact();
  const { fill } = contact;
  useEffect(() => {
    // "Ask about this service" names the service in the address.
    const service = new URLSearchParams(window.location.search).get('service')?.slice(0, 60);
    if (service) fill((typed) => (typed.message ? typed : { ...typed, subject: 'Sales', message: `I would like to know more about ${service}.` }));
  }, [fill]);
  if (contact.state === 'sent') return <Sent words={texts.done} onAgain={contact.again} />;
  const labels: Readonly<Record<ContactField, string>> = { name: texts.name, email: texts.email, phone: texts.phone, subject: texts.subject, message: texts.message };
  const wrong = contactFields.flatMap((field) => {
    const message = contact.problems[field];
    return message ? [{ id: `contact-${field}`, label: labels[field], message }] : [];
  });
  return (
    <form className="tp-panel tp-form contact-form" noValidate aria-label={texts.submit} aria-busy={contact.state === 'busy'} onSubmit={(event) => void contact.submit(event)}>
      <ErrorSummary entries={contact.refusal ? [...wrong, { message: contact.refusal }] : wrong} attempt={contact.attempt} />
      <div className="contact-pair">
        <TextField contact={contact} field="name" label={texts.name} autoComplete="name" maxLength={100} />
        <TextField contact={contact} field="email" label={texts.email} type="email" autoComplete="email" inputMode="email" maxLength={254} />
        <PhoneField contact={contact} label={texts.phone} />
        <SubjectField contact={contact} label={texts.subject} words={texts.subjects} />
      </div>
      <Field id="contact-message" label={texts.message} error={contact.problems.message} hint={messageCount(contact.answers.message.length)}>
        {(control) => (
          <textarea
            {...control}
            className="tp-input"
            name="message"
            rows={5}
            required
            value={contact.answers.message}
            aria-describedby={control['aria-describedby']}
            onChange={(event) => contact.change('message', event.target.value)}
            maxLength={longestMessage * 2}
          />
        )}
      </Field>
      <div className="contact-foot">
        <p>All fields are needed except the phone.</p>
        <Button kind="primary" type="submit" busy={contact.state === 'busy'} busyLabel={texts.busy}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  contact: Contact;
  field: 'name' | 'email';
  label: string;
  type?: 'text' | 'email';
  autoComplete: string;
  inputMode?: 'email';
  maxLength: number;
}

function TextField({ contact, field, label, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field id={`contact-${field}`} label={label} error={contact.problems[field]}>
      {(control) => (
        <input
          {...control}
          {...input}
          className="tp-input"
          type={type}
          name={field}
          required
          value={contact.answers[field]}
          onChange={(event) => contact.change(field, event.target.value)}
        />
      )}
    </Field>
  );
}

function PhoneField({ contact, label }: { contact: Contact; label: string }) {
  return (
    <Field id="contact-phone" label={label} error={contact.problems.phone}>
      {(control) => (
        <div className="tp-control">
          {/* A number from abroad brings its own country. */}
          {!contact.answers.phone.trim().startsWith('+') && <span className="tp-money-sign">+91</span>}
          <input
            {...control}
            type="tel"
            name="phone"
            autoComplete="tel"
            maxLength={24}
            value={contact.answers.phone}
            onChange={(event) => contact.change('phone', event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

function SubjectField({ contact, label, words }: { contact: Contact; label: string; words: readonly string[] }) {
  return (
    <Field id="contact-subject" label={label} error={contact.problems.subject}>
      {(control) => (
        <div className="contact-select">
          <select {...control} className="tp-input" name="subject" required value={contact.answers.subject} onChange={(event) => contact.change('subject', event.target.value)}>
            {subjects.map((subject, at) => (
              <option key={subject} value={subject}>
                {words[at] ?? subject}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} />
        </div>
      )}
    </Field>
  );
}

/** Stands in the place of the form once the message is stored. */
function Sent({ words, onAgain }: { words: string; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    // The service is not asked about a second time.
    if (window.location.search) goTo(window.location.pathname, { replace: true });
  }, []);
  return (
    <div ref={box} className="tp-panel contact-sent" role="status" tabIndex={-1}>
      <p>{words}</p>
      <Button kind="quiet" onClick={onAgain}>
        Write another message
      </Button>
    </div>
  );
}
