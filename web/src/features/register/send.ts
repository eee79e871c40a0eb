import { type RegisterAnswer, register } from '@tradepost/proto/api/users/paths.ts';
import { request } from '../../lib/http.ts';
import { ApiProblem, fieldErrors } from '../../lib/problem.ts';
import { type Answers, allNames, type Errors } from './answers.ts';

/** Sends the registration in one request. `termsRequired`: live mode, where the acceptance is sent; in demo mode it is not, as specified. */
export function sendRegistration(answers: Answers, termsRequired: boolean, idempotencyKey: string, onUploadProgress: (share: number) => void): Promise<RegisterAnswer> {
  const { panimg, aadharimg, image, acceptTerms, ...texts } = answers;
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, name === 'password' ? value : value.trim());
  form.set('role', '2');
  if (termsRequired) form.set('acceptTerms', String(acceptTerms));
  for (const [name, chosen] of Object.entries({ panimg, aadharimg, image })) if (chosen) form.set(name, chosen.file);
  return request(register, { form, idempotencyKey, onUploadProgress });
}

const fieldOfCode: Readonly<Record<string, 'email' | 'phone' | 'pancard'>> = { 'email-taken': 'email', 'phone-taken': 'phone', 'pan-taken': 'pancard' };

/** The server's refusal, at its fields; sentences that belong to no field are in `rest`. */
export function refusal(error: unknown): { errors: Errors; rest: string[] } {
  const { fields, rest } = fieldErrors(error, allNames);
  const taken = error instanceof ApiProblem ? fieldOfCode[error.code] : undefined;
  if (taken && error instanceof ApiProblem) return { errors: { ...fields, [taken]: error.message }, rest: [] };
  return { errors: fields, rest };
}
