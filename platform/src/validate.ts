import type { Code, FieldError } from '@tradepost/proto/api/codes.ts';
import { type Contract, JsonNumber } from '@tradepost/proto/api/schema.ts';
import { z } from 'zod';
import type { UploadedFile } from './body.ts';
import { Refused } from './errors.ts';

const nothing = z.strictObject({}).optional();

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

/** Looks a path up in what was sent; undefined where it was not sent. */
const sent = (body: unknown, path: readonly PropertyKey[]): unknown => path.reduce<unknown>((value, step) => (isObject(value) ? value[String(step)] : undefined), body);

/** 400 for what cannot be meant (unknown fields, wrong JSON types); 422 for what is missing or breaks a rule. */
function codeOf(issue: z.core.$ZodIssue, body: unknown): Code {
  if (issue.code === 'unrecognized_keys') return 'unknown-field';
  const value = sent(body, issue.path);
  if (issue.code === 'invalid_type' && value !== undefined) return 'wrong-type';
  if (issue.code === 'custom' && issue.params?.wrongType === true && value !== undefined && value !== null) return 'wrong-type';
  if (issue.code === 'custom' && (issue.params?.code === 'invalid-amount' || issue.path[0] === 'amount')) return 'invalid-amount';
  if (issue.code === 'invalid_value' && value !== undefined && typeof value !== 'string') return 'wrong-type';
  if (issue.code === 'invalid_union' && value !== undefined && typeof value !== 'string' && !(value instanceof JsonNumber)) return 'wrong-type';
  return 'invalid-fields';
}

function fieldErrors(issue: z.core.$ZodIssue, body: unknown): FieldError[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ field: key, message: 'There is no such field.' }));
  const missing = issue.code === 'invalid_type' && sent(body, issue.path) === undefined;
  const field = issue.path.map(String).join('.');
  return [{ field, message: missing ? `${label(field)} is required` : sentenceOf(issue, label(field)) }];
}

const kindWords: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object', array: 'a list' };

/** What people read: the schema's own sentence where it has one, never the library's. */
function sentenceOf(issue: z.core.$ZodIssue, name: string): string {
  if (!/^(Invalid|Too big|Too small|Unrecognized)\b/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return `${name} must be ${kindWords[issue.expected] ?? 'of another kind'}`;
  if (issue.code === 'invalid_value') return `${name} must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'too_big') return `${name} is too long: at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `${name} is too short: at least ${issue.minimum}`;
  return `${name} is not valid`;
}

const labels: Readonly<Record<string, string>> = {
  dob: 'Date of birth',
  pancard: 'PAN card',
  aadharcard: 'Aadhar card',
  panimg: 'PAN card',
  aadharimg: 'Aadhar card',
  image: 'Image',
  userId: 'User Id',
  ifsc: 'IFSC',
  bankName: 'Bank name',
  accountNumber: 'Account number',
};
const label = (field: string): string => labels[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1)}`;

function refuse(issues: readonly z.core.$ZodIssue[], body: unknown): never {
  const judged = issues.map((issue) => ({ code: codeOf(issue, body), errors: fieldErrors(issue, body) }));
  // What cannot be meant comes first: a 400 hides the rules behind it.
  const worst = judged.find(({ code }) => code === 'unknown-field' || code === 'wrong-type') ?? judged.find(({ code }) => code === 'invalid-amount') ?? judged[0];
  const code = worst?.code ?? 'invalid-fields';
  const errors = judged.flatMap((one) => one.errors);
  throw new Refused(code, code === 'invalid-fields' && errors.length === 1 ? { detail: errors[0]?.message ?? '', errors } : { errors });
}

/** Checks a body against its contract. Throws Refused 400 or 422 with every field that is wrong. */
export function checkBody(contract: Contract, body: unknown, files: Readonly<Record<string, UploadedFile>>): unknown {
  if (body !== undefined && !isObject(body)) throw new Refused('wrong-type');
  const schema: z.ZodType = contract.body ?? nothing;
  let read = schema.safeParse(body);
  // No body at all where fields are required: say which, instead of "expected an object".
  if (!read.success && body === undefined) read = schema.safeParse({});
  const missing = Object.entries(contract.files ?? {}).filter(([name, rule]) => rule.required && !files[name]);
  const missingIssues = missing.map(([name]) => ({ code: 'custom', path: [name], message: `${label(name)} is required`, input: undefined }) satisfies z.core.$ZodIssue);
  if (!read.success) refuse([...read.error.issues, ...missingIssues], body);
  if (missingIssues.length > 0) refuse(missingIssues, body);
  return read.data;
}

/** Checks the query of a call. A broken one is 422, an unknown parameter 400. Repeated parameters are 400. */
export function checkQuery(contract: Contract, query: Readonly<Record<string, unknown>>): unknown {
  if (!contract.query) return undefined;
  const read = contract.query.safeParse({ ...query });
  if (!read.success) refuse(read.error.issues, query);
  return read.data;
}
