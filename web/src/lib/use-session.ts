import { useSyncExternalStore } from 'react';
import { onSession, readSession, type StoredSession } from './session.ts';

// A page that came ready from the server knows nobody; the session follows with the first render after.
const nobody = (): undefined => undefined;

/** The session of this browser; undefined when nobody is signed in. Follows the other tabs. */
export const useSession = (): StoredSession | undefined => useSyncExternalStore(onSession, readSession, nobody);

/** The signed-in person, for screens behind the guard. Throws outside of it. */
export function useUser(): StoredSession['user'] {
  const session = useSession();
  if (!session) throw new Error('This screen stands behind the sign-in guard.');
  return session.user;
}
