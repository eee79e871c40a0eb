import { type ContactSubject, sendContactMessage } from '@tradepost/proto/api/site-content/paths.ts';
import { type FormEvent, useState } from 'react';
import { type ContactAnswers, type ContactField, contactFields, contactPhone, contactProblems, tooManyMessages } from '../../lib/contact-rules.ts';
import { request } from '../../lib/http.ts';
import { ApiProblem, fieldErrors, messageOf } from '../../lib/problem.ts';
import { sendOnce } from '../../lib/send-once.ts';

/** In the order of the four words in the texts. */
export const subjects: readonly ContactSubject[] = ['Support', 'Sales', 'Partnership', 'Other'];

const empty: ContactAnswers = { name: '', email: '', phone: '', subject: 'Support', message: '' };

async function sendMessage(answers: ContactAnswers): Promise<void> {
  const subject = subjects.find((one) => one === answers.subject) ?? 'Other';
  const body = {
    ...{ name: answers.name.trim(), email: answers.email.trim(), subject, message: answers.message.trim() },
    ...(answers.phone.trim() ? { phone: contactPhone(answers.phone) } : {}),
  };
  await sendOnce('contact', JSON.stringify(body), (idempotencyKey) => request(sendContactMessage, { body, idempotencyKey }));
}

/** The message form: what is typed, what is wrong, and how far it is. What was typed stays until it has arrived. */
export function useContact() {
  const [answers, setAnswers] = useState(empty);
  const [problems, setProblems] = useState<Partial<Record<ContactField, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const change = (field: ContactField, value: string): void => {
    const next = { ...answers, [field]: value };
    setAnswers(next);
    // A field that had an error is judged at each key; the others wait for the next try.
    if (problems[field]) setProblems({ ...problems, [field]: contactProblems(next)[field] });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state === 'busy') return;
    const found = contactProblems(answers);
    setProblems(found);
    setRefusal(undefined);
    setAttempt((count) => count + 1);
    if (Object.keys(found).length > 0) return;
    setState('busy');
    try {
      await sendMessage(answers);
      setAnswers(empty);
      setState('sent');
    } catch (error) {
      setState('idle');
      const { fields, rest } = fieldErrors(error, contactFields);
      setProblems(fields);
      const limited = error instanceof ApiProblem && error.status === 429;
      const words = limited ? tooManyMessages(error.retryAfterSeconds) : messageOf(error, 'The message could not be sent. Please try again.');
      setRefusal(Object.keys(fields).length > 0 ? rest.join(' ') || undefined : words);
      setAttempt((count) => count + 1);
    }
  };
  const again = (): void => setState('idle');
  return { answers, problems, refusal, attempt, state, change, submit, again, fill: setAnswers };
}
export type Contact = ReturnType<typeof useContact>;
