import { ApiProblem, fieldErrors, messageOf } from '../../lib/problem.ts';
import type { SummaryEntry } from '../../ui/error-summary.tsx';
import { type UserErrors, userFields, userLabels } from './user-form.tsx';

const fieldOfCode: Readonly<Record<string, 'email' | 'phone'>> = { 'email-taken': 'email', 'phone-taken': 'phone' };

/** Puts a refusal to the fields it speaks of; what belongs to none is in `rest`. */
export function placeProblem(error: unknown, fallback: string): { fields: UserErrors; rest: string[] } {
  const { fields, rest } = fieldErrors(error, userFields);
  const field = error instanceof ApiProblem ? fieldOfCode[error.code] : undefined;
  if (field) fields[field] ??= messageOf(error, fallback);
  if (Object.keys(fields).length === 0 && rest.length === 0) rest.push(messageOf(error, fallback));
  return { fields, rest };
}

/** The same for the summary above the form, whose controls' ids begin with `id`. */
export const summaryOf = (id: string, fields: UserErrors, rest: readonly string[]): SummaryEntry[] => [
  ...userFields.flatMap((field) => (fields[field] ? [{ id: `${id}-${field}`, label: userLabels[field], message: fields[field] }] : [])),
  ...rest.map((message) => ({ message })),
];
