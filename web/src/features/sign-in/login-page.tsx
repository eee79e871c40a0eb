import type { SignInAnswer } from '@tradepost/proto/api/auth/paths.ts';
import { useEffect, useState } from 'react';
import { finishSignIn } from '../../lib/finish-sign-in.ts';
import { goTo } from '../../lib/navigation.ts';
import { forgetNote, home, readNote, readSession } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { BrandSide } from './brand-side.tsx';
import { DemoDoors } from './demo-doors.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { TemporaryPasswordForm } from './temporary-password-form.tsx';
import './login.css';

/** A right temporary password: it must be changed before anything else. Kept in memory only. */
interface Temporary {
  userId: string;
  password: string;
  token: string;
  remember: boolean;
}

export default function LoginPage() {
  usePageTitle('Login');
  const [note] = useState(readNote);
  const [temporary, setTemporary] = useState<Temporary>();
  useEffect(() => {
    const session = readSession();
    if (session) goTo(home, { replace: true });
    return forgetNote;
  }, []);
  const signedIn = (answer: SignInAnswer, typed: { userId: string; password: string; remember: boolean }) => {
    if (answer.mustChangePassword) setTemporary({ ...typed, token: answer.token });
    else finishSignIn(answer);
  };
  return (
    <div className="login">
      <BrandSide />
      <main id="content" tabIndex={-1} className="login-form">
        <div className="login-column">
          {temporary ? (
            <TemporaryPasswordForm {...temporary} onDone={(answer) => finishSignIn(answer)} />
          ) : (
            <>
              {note && <Banner kind="info">{note}</Banner>}
              <SignInForm onSignedIn={signedIn} />
              <DemoDoors onSignedIn={(answer) => finishSignIn(answer, home)} />
            </>
          )}
        </div>
      </main>
    </div>
  );
}
