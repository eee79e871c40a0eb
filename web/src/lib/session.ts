import type { SessionUser, SignInAnswer } from '@tradepost/proto/api/auth/paths.ts';

/** Who is signed in on this browser. Kept under the keys 'user' and 'authToken', which the specification fixes. */
export interface StoredSession {
  readonly user: SessionUser;
  readonly token: string;
}

const userKey = 'user';
const tokenKey = 'authToken';
const noteKey = 'tp-note';
export const signedOutNote = 'You were signed out. Please sign in again.';

const listeners = new Set<() => void>();
let current: StoredSession | undefined = load();

function isUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && 'role' in value && typeof value.role === 'string';
}

function load(): StoredSession | undefined {
  // Nobody is signed in where the pages are written out, when the site is built.
  if (typeof window === 'undefined') return undefined;
  const token = localStorage.getItem(tokenKey);
  const text = localStorage.getItem(userKey);
  if (text === null) return undefined;
  try {
    const user: unknown = JSON.parse(text);
    if (isUser(user)) return token ? { user, token } : undefined;
  } catch (error) {
    console.info('The stored user cannot be read and is removed', error);
  }
  localStorage.removeItem(userKey);
  return undefined;
}

function changed(): void {
  current = load();
  for (const listener of listeners) listener();
}

// The other tabs of this browser sign in, refresh and sign out too.
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== userKey && event.key !== tokenKey && event.key !== null) return;
  const before = current;
  const next = load();
  if (before && next && before.user.id !== next.user.id) window.location.replace('/');
  if (before && !next) sessionStorage.setItem(noteKey, signedOutNote);
  changed();
}
if (typeof window !== 'undefined') window.addEventListener('storage', followOtherTabs);

/** The session as it is now, also when another tab has just changed it. */
export const readSession = (): StoredSession | undefined => current;

/** The token as it stands in storage at this moment; the refresh lock needs it fresh. */
export const readStoredToken = (): string | null => localStorage.getItem(tokenKey);

/** Keeps what a sign-in or a refresh answered. */
export function storeSession(answer: SignInAnswer): void {
  const { id, _id, userId, name, role, image, status } = answer.user;
  localStorage.setItem(userKey, JSON.stringify({ id, _id, userId, name, role, image, status }));
  localStorage.setItem(tokenKey, answer.token);
  changed();
}

/** Takes over what the profile page changed, so that the top bar follows. */
export function updateStoredUser(change: Partial<Pick<SessionUser, 'name' | 'image' | 'status'>>): void {
  if (!current) return;
  localStorage.setItem(userKey, JSON.stringify({ ...current.user, ...change }));
  changed();
}

/** Forgets the session. With `note`, the sign-in page shows that sentence once. */
export function clearSession(note?: string): void {
  if (note) sessionStorage.setItem(noteKey, note);
  localStorage.removeItem(userKey);
  localStorage.removeItem(tokenKey);
  changed();
}

/** Forgets the session without telling this page, which is about to be loaded anew; the other tabs notice by themselves. */
export function dropSession(): void {
  localStorage.removeItem(userKey);
  localStorage.removeItem(tokenKey);
}

/** The sentence left for the sign-in page, if any. */
export const readNote = (): string | null => sessionStorage.getItem(noteKey);
export const forgetNote = (): void => sessionStorage.removeItem(noteKey);

/** Calls `listener` at every change of the session. Gives back the way to stop. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Role "2" is the ordinary client; "0" and "1" are staff. Any other role has no rights on the server either. */
export const isStaff = (user: Pick<SessionUser, 'role'>): boolean => user.role !== '2';

/** Where a person lands after signing in. */
export const home = '/dashboard';
