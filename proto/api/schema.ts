// What schemas of every service share. Server side only: the web imports paths.ts and types, never zod.
import { z } from 'zod';
import type { Call } from './call.ts';
import { codes } from './codes.ts';
import { type Paise, readAmount } from './money.ts';

/**
 * A number of a request body together with its source text, so that money is judged as it was written (`1e3`, `100.00`, `0.005`).
 * The JSON reader of the platform makes these in place of plain numbers.
 */
export class JsonNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  get value(): number {
    return Number(this.source);
  }
}

/**
 * Who may make a call.
 * - `public`: anybody · `link`: whoever holds the signed link in the path · `cookie`: the refresh cookie
 * - `signed-in`: any valid token · `self`: the account in the path alone · `self-or-admin`: that account or staff · `admin`: staff (roles "0" and "1")
 * - `internal`: another service, by the internal key
 */
export type Access = 'public' | 'link' | 'cookie' | 'signed-in' | 'self' | 'self-or-admin' | 'admin' | 'internal';

/** A file field of a multipart body. */
export interface FileRule {
  readonly kinds: readonly ('jpeg' | 'png' | 'webp' | 'pdf')[];
  readonly required: boolean;
}

/** A call as the server checks it. Body and query are judged before the use case runs. */
export interface Contract<Path extends string = string, Query = unknown, Body = unknown, Answer = unknown> {
  readonly call: Call<Path, unknown, unknown, Answer>;
  readonly summary: string;
  readonly access: Access;
  /** Status of the happy answer. */
  readonly status: number;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** `json` (default when there is a body), `multipart`, or `either`. */
  readonly media?: 'json' | 'multipart' | 'either';
  readonly files?: Readonly<Record<string, FileRule>>;
  /** Whole documents: a JSON body of up to 256 KB in place of 64 KB. */
  readonly largeBody?: true;
  readonly answer?: z.ZodType;
  /** Media type of an answer that is no JSON. */
  readonly produces?: string;
  /** False for sign-in, refresh, logout and password calls, which take no Idempotency-Key. */
  readonly idempotent?: boolean;
  /** Money and administrators' writes: the gateway asks auth for the session each time. */
  readonly fresh?: boolean;
}

/** Joins a call with what checks it. The wire types of the call and the schemas are held together by the compiler. */
export function contract<Path extends string, WireQuery, WireBody, Answer, Query = undefined, Body = undefined>(
  call: Call<Path, WireQuery, WireBody, Answer>,
  rules: Omit<Contract<Path, Query, Body, Answer>, 'call' | 'status' | 'query' | 'body' | 'answer'> & {
    status?: number;
    query?: z.ZodType<Query, WireQuery>;
    body?: z.ZodType<Body, WireBody>;
    answer?: z.ZodType<Answer>;
  },
): Contract<Path, Query, Body, Answer> {
  return { ...rules, call, status: rules.status ?? 200 } as unknown as Contract<Path, Query, Body, Answer>;
}

const required = (name: string) => `${name} is required`;

/** Text with a name for its message, trimmed, not empty, at most `maximum` characters. */
export const text = (name: string, maximum = 200) =>
  z
    .string()
    .trim()
    .min(1, required(name))
    .max(maximum, `${name} has at most ${maximum} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(value), `${name} has a character that cannot be stored`);

/** Rupees in, paise out. A JSON string is a wrong type; everything else that is no amount breaks the rule. */
export const amount = z
  .custom<number>((value) => typeof value !== 'string' && value !== undefined, {
    error: codes['invalid-amount'].sentence,
    params: { wrongType: true },
  })
  .transform((value, context): Paise => {
    const source = (value as unknown) instanceof JsonNumber ? (value as unknown as JsonNumber).source : typeof value === 'number' ? String(value) : '';
    const read = readAmount(source);
    if (read === undefined) context.addIssue({ code: 'custom', message: codes['invalid-amount'].sentence, params: { code: 'invalid-amount' } });
    return read ?? (0 as Paise);
  })
  .meta({ type: 'number', exclusiveMinimum: 0, maximum: 1_000_000_000, description: 'Rupees with at most 2 decimals' });

/** A whole number of a JSON body, such as a version. */
export const wholeNumber = z
  .custom<number>((value) => value instanceof JsonNumber || typeof value === 'number', { error: 'This must be a whole number', params: { wrongType: true } })
  .transform((value, context): number => {
    const read = Number((value as unknown) instanceof JsonNumber ? (value as unknown as JsonNumber).source : value);
    if (!Number.isSafeInteger(read) || read < 0) context.addIssue({ code: 'custom', message: 'This must be a whole number' });
    return read;
  })
  .meta({ type: 'integer', minimum: 0 });

const limitSentence = 'limit is a whole number from 1 to 200';

/** Sort orders a list allows, newest first by default. */
export const listQuery = <const Sort extends readonly string[]>(sorts: Sort) =>
  z.strictObject({
    limit: z
      .transform((value: number): number => (/^[1-9]\d{0,2}$/.test(String(value)) ? Number(value) : 0))
      .pipe(z.number().min(1, limitSentence).max(200, limitSentence))
      .default(50),
    after: z.string().max(500).optional(),
    q: z.string().trim().max(100).optional(),
    sort: z
      .string()
      .refine((value) => sorts.includes(value), `Lists are sorted by ${sorts.join(', ')}`)
      .default(sorts[0] as string),
  });

export const message = z.object({ message: z.string() });
export type Message = z.infer<typeof message>;
export const noContent = z.undefined();
