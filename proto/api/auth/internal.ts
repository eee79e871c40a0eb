import { z } from 'zod';
import { call } from '../call.ts';
import { contract, noContent } from '../schema.ts';

// What other services and the gateway may ask auth. Never in the gateway's table.

const setCredentialsBody = z.strictObject({
  account: z.string(),
  password: z.string(),
  /** The next sign-in must change it; all sessions of the account end. */
  temporary: z.boolean(),
  /** Idempotency key of the deed: the same key sets nothing a second time. */
  key: z.string(),
});
const setCredentialsAnswer = z.object({
  /** False when this key has set a password before. */
  set: z.boolean(),
});
const endSessionsBody = z.strictObject({ account: z.string(), reason: z.string() });
const removeCredentialsBody = z.strictObject({ account: z.string() });
const publicKey = z.object({ kid: z.string(), jwk: z.record(z.string(), z.unknown()) });
const endedSession = z.object({ sessionId: z.string(), endedAtMs: z.number() });
const revocationsQuery = z.object({ since: z.coerce.number<string | number>() });
const sessionState = z.object({ active: z.boolean() });

export const setCredentials = contract(call<{ body: z.input<typeof setCredentialsBody>; answer: z.infer<typeof setCredentialsAnswer> }>()('POST', '/internal/credentials'), {
  summary: 'Set the password of an account',
  access: 'internal',
  body: setCredentialsBody,
  answer: setCredentialsAnswer,
});
export const endSessions = contract(call<{ body: z.input<typeof endSessionsBody>; answer: undefined }>()('POST', '/internal/sessions/end'), {
  summary: 'End all sessions of an account before the caller answers',
  access: 'internal',
  status: 204,
  body: endSessionsBody,
  answer: noContent,
});
export const removeCredentials = contract(call<{ body: z.input<typeof removeCredentialsBody>; answer: undefined }>()('POST', '/internal/credentials/remove'), {
  summary: 'Erase the password of a deleted account and end its sessions',
  access: 'internal',
  status: 204,
  body: removeCredentialsBody,
  answer: noContent,
});
export const publicKeys = contract(call<{ answer: z.infer<typeof publicKey>[] }>()('GET', '/internal/keys'), {
  summary: 'Public keys of access tokens',
  access: 'internal',
  answer: z.array(publicKey),
});
export const revocations = contract(call<{ query: z.input<typeof revocationsQuery>; answer: z.infer<typeof endedSession>[] }>()('GET', '/internal/revocations'), {
  summary: 'Sessions that ended since a time, oldest first, at most 1,000',
  access: 'internal',
  query: revocationsQuery,
  answer: z.array(endedSession),
});
export const checkSession = contract(call<{ answer: z.infer<typeof sessionState> }>()('GET', '/internal/sessions/:id'), {
  summary: 'Whether a session still stands',
  access: 'internal',
  answer: sessionState,
});
export const unlockAccount = contract(call<{ answer: undefined }>()('POST', '/internal/accounts/:id/unlock'), {
  summary: 'Forget the wrong passwords of an account, so that nobody waits for it any more',
  access: 'internal',
  status: 204,
  answer: noContent,
});
