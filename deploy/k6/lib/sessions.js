import { call } from './calls.js';
import { routes } from './routes.js';

/** Tokens live for ten minutes. */
const freshMs = Number(__ENV.TOKEN_SECONDS ?? 480) * 1000;

/** What this VU has renewed itself; everybody begins with the token of the preparation. */
const renewed = new Map();

function sessionOf(response) {
  if (response.status !== 200) return undefined;
  const [name, cookies] = Object.entries(response.cookies).find(([cookie]) => cookie.endsWith('tp_refresh')) ?? [];
  return { id: response.json('user.id'), token: response.json('token'), sinceMs: Date.now(), cookie: name === undefined ? undefined : `${name}=${cookies[0].value}` };
}

/** Signs somebody in: `{id, token, sinceMs, cookie}`. Throws when the answer is another than 200, or allows nothing but a new password. */
export function signIn({ userId, password }) {
  const response = call(routes.signIn, { body: { userId, password } });
  const session = sessionOf(response);
  if (session === undefined) throw new Error(`Sign-in of ${userId} answered ${response.status}: ${response.body}`);
  if (response.json('mustChangePassword') === true) throw new Error(`${userId} must choose a new password first.`);
  return session;
}

/** A token that holds for some minutes more: the one of the preparation, then by the refresh cookie, as a browser does it. Throws as `signIn` does. */
export function tokenOf(person) {
  const held = renewed.get(person.userId) ?? person.session;
  if (Date.now() - held.sinceMs < freshMs) return held.token;
  // A cookie is used once. That of the preparation is known to every VU, so each begins a session of its own.
  const own = renewed.has(person.userId) && held.cookie !== undefined;
  const next = (own ? sessionOf(call(routes.refresh, { headers: { cookie: held.cookie } })) : undefined) ?? signIn(person);
  renewed.set(person.userId, next);
  return next.token;
}
