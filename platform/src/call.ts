import type { PathParams } from '@tradepost/proto/api/call.ts';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import type { UploadedFile } from './body.ts';

/** Who acts. A public call has the id and role ''. */
export interface Actor {
  readonly id: string;
  readonly role: string;
  readonly sessionId: string;
}

export const nobody: Actor = { id: '', role: '', sessionId: '' };
/** The platform itself: seeds, resumed work, sweeps. */
export const platformActor: Actor = { id: 'platform', role: '0', sessionId: '' };

/** Staff are owners ("0") and administrators ("1"); any other role has no rights beyond its own account. */
export const isStaff = (actor: { readonly role: string }): boolean => actor.role === '0' || actor.role === '1';
export const isOwner = (actor: { readonly role: string }): boolean => actor.role === '0';

type ParamsIn<C> = C extends Contract<infer Path, infer _Query, infer _Body, infer _Answer> ? PathParams<Path> : never;
type QueryIn<C> = C extends Contract<infer _Path, infer Query, infer _Body, infer _Answer> ? Query : never;
type BodyIn<C> = C extends Contract<infer _Path, infer _Query, infer Body, infer _Answer> ? Body : never;
export type AnswerIn<C> = C extends Contract<infer _Path, infer _Query, infer _Body, infer Answer> ? Answer : never;

/** One checked call, as a use case receives it. */
export interface Call<C> {
  readonly params: ParamsIn<C>;
  readonly query: QueryIn<C>;
  readonly body: BodyIn<C>;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly actor: Actor;
  /** The caller's Idempotency-Key, or one made here. */
  readonly idempotencyKey: string;
  /** False when the key was made here: nothing can have it already. */
  readonly keyGiven: boolean;
  /** Keyed hash over method, path, actor, body and file checksums: the same request has the same. */
  readonly requestHash: string;
  readonly requestId: string;
  /** Network address of the caller, as the gateway's trusted proxies say. */
  readonly address: string;
  readonly userAgent: string;
  /** Origin header, '' when there is none. */
  readonly origin: string;
  /** Host header: the name under which the caller reached the site. */
  readonly host: string;
  /** If-Match header, '' when there is none: the version that was read before this change. */
  readonly ifMatch: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** An answer with headers or cookies. A use case that needs neither returns the body itself. */
export class Reply<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  constructor(body: Body, headers: Readonly<Record<string, string | readonly string[]>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** One page of a list: the rows, how many there are in all (exact to 10,000) and where the next page begins. */
export class Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: string | undefined;
  constructor(rows: readonly Row[], total: number, next: string | undefined) {
    this.rows = rows;
    this.total = total;
    this.next = next;
  }
}

/** A file that is streamed to the caller. */
export class FileReply {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly content: AsyncIterable<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(contentType: string, sizeBytes: number, content: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) {
    this.contentType = contentType;
    this.sizeBytes = sizeBytes;
    this.content = content;
    this.headers = headers;
  }
}

type Handled<Answer> = Answer | Reply<Answer> | (Answer extends readonly (infer Row)[] ? Page<Row> : never) | (Answer extends undefined ? FileReply : never);

/** One endpoint: its contract and the use case that answers it. */
export interface Route<State> {
  readonly contract: Contract;
  handle(state: State, call: Call<Contract>): Promise<unknown>;
}

/** Joins a contract with its use case; the compiler refuses a use case that takes or gives something else. */
export const route = <State, C extends Contract>(contract: C, handle: (state: State, call: Call<C>) => Promise<Handled<AnswerIn<C>>>): Route<State> =>
  // The compiler has checked the pair above; the table holds routes of many contracts.
  ({ contract, handle }) as unknown as Route<State>;

/** All that a service can do over HTTP, one line an endpoint. */
export const table = <State>(routes: readonly Route<State>[]): readonly Route<State>[] => routes;

/** Makes an opaque cursor of a position in a list, and reads it back; undefined when it is not one of ours. */
export const encodeCursor = (position: readonly (string | number | boolean | null)[]): string => Buffer.from(JSON.stringify(position)).toString('base64url');
export function decodeCursor(cursor: string, length: number): (string | number)[] | undefined {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(position) && position.length === length && position.every((value) => typeof value === 'string' || typeof value === 'number') ? position : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
