import type { SignInAnswer } from '@tradepost/proto/api/auth/paths.ts';
import { askedFor, goTo } from './navigation.ts';
import { forgetNote, home, storeSession } from './session.ts';

/** Keeps the session and goes on to `next`: by default the page that was asked for, else the first page of this role. */
export function finishSignIn(answer: SignInAnswer, next = askedFor() ?? home): void {
  forgetNote();
  storeSession(answer);
  goTo(next, { replace: true });
}
