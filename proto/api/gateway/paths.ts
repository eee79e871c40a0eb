import { call } from '../call.ts';

/** What kind of installation this is. `feed` is the market feed in use, null while the platform has none. */
export interface Mode {
  mode: 'demo' | 'live';
  demoSignIn: boolean;
  version: string;
  feed: string | null;
}

export const mode = call<{ answer: Mode }>()('GET', '/mode');

/**
 * What the stream says has changed. To the account's owner: `funds`, `withdrawals`, `positions`, `profile`. To staff: `accounts` and the queues.
 * To everybody who is signed in: `site`. About the stream itself: `ready` at its beginning, `resync` when something may have been missed, `end` before the server closes it.
 */
export type LiveEvent =
  | 'funds'
  | 'withdrawals'
  | 'positions'
  | 'profile'
  | 'accounts'
  | 'withdrawals-queue'
  | 'registrations'
  | 'contact-messages'
  | 'site'
  | 'ready'
  | 'resync'
  | 'end';

/** The data of one event of the stream: which thing changed, never its content. The reader asks for that again. */
export interface LiveNotice {
  /** Name of the event of the platform, such as `FundsAdded`; for `end` the reason. */
  kind?: string;
  /** The `_id` of the user it is about. */
  account?: string;
  /** Number of the ledger entry. */
  seq?: number;
  /** Version of what changed. */
  version?: number;
  /** The `_id` of the withdrawal. */
  withdrawalId?: string;
  /** The `_id` of the position. */
  position?: string;
}

/** Why the server closes a stream: the token is over (renew it and come again), the session has ended, a newer stream of the session took its place, or the server stops. */
export type LiveEnd = 'token-expired' | 'session-ended' | 'replaced' | 'stopping';

/** Server-sent events, one `LiveNotice` each; read by fetch with the bearer token. */
export const stream = call<{ answer: undefined }>()('GET', '/stream');

/** The contract of every call, for programs and for people. */
export const openApi = call<{ answer: Record<string, unknown> }>()('GET', '/openapi.json');
export const docs = call<{ answer: undefined }>()('GET', '/docs');
