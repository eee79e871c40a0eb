import { signOut } from '@tradepost/proto/api/auth/paths.ts';
import { request } from '../lib/http.ts';
import { dropSession } from '../lib/session.ts';

/** Ends the session on the server, forgets it here, and loads the page anew so that nothing of it stays in memory. */
export async function signOutHere(): Promise<void> {
  try {
    await request(signOut, { timeoutMs: 3000 });
  } catch (error) {
    // Leaving must work without the server too; the session there ends by itself.
    console.info('The server was not told of the sign-out', error);
  }
  dropSession();
  // Whoever signs in next begins at his own first page.
  window.history.replaceState(null, '', '/');
  window.location.reload();
}
