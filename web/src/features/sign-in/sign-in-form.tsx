import { type SignInAnswer, signIn } from '@tradepost/proto/api/auth/paths.ts';
import { UserRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { request } from '../../lib/http.ts';
import { ApiProblem, messageOf, referenceOf } from '../../lib/problem.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useHeadingFocus } from '../../ui/page-title.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { PublicLink } from '../../ui/public-link.tsx';
import { useCountdown } from './use-countdown.ts';

type Typed = { userId: string; password: string; remember: boolean };

/** The sign-in form, with the words of the specification. */
export function SignInForm({ onSignedIn }: { onSignedIn: (answer: SignInAnswer, typed: Typed) => void }) {
  const heading = useHeadingFocus();
  const [userId, setUserId] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { secondsLeft, start } = useCountdown();
  const passwordInput = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const body = { userId: userId.trim(), password, ...(remember ? { remember } : {}) };
      onSignedIn(await request(signIn, { body }), { userId: body.userId, password, remember });
    } catch (failure) {
      setError(failure);
      start(failure instanceof ApiProblem && failure.status === 429 ? failure.retryAfterSeconds : 0);
      setPassword('');
      passwordInput.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="tp-form" onSubmit={(event) => void submit(event)} aria-busy={busy}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Access Your Trading Account
        </h1>
        <p className="login-lead">Enter your credentials to access advanced trading tools</p>
      </div>
      {error !== undefined && (
        <Banner kind="error" reference={error instanceof ApiProblem && error.status >= 500 ? referenceOf(error) : undefined}>
          {messageOf(error, 'Login failed')}
          {error instanceof ApiProblem && error.code === 'account-disabled' && (
            <>
              {' '}
              <PublicLink to="/contact-us">Contact Us</PublicLink>
            </>
          )}
          {secondsLeft > 0 && ` Again in ${secondsLeft} s.`}
        </Banner>
      )}
      <UserIdField value={userId} onChange={setUserId} />
      <PasswordField id="password" name="password" label="Password" value={password} onChange={setPassword} autoComplete="current-password" inputRef={passwordInput} />
      <div className="login-row">
        <label className="tp-check" title="Stay signed in on this device for 30 days">
          <input type="checkbox" name="remember" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Remember me
        </label>
        <PublicLink to="/forgot-password">Forgot password?</PublicLink>
      </div>
      <Button kind="primary" type="submit" className="tp-wide-button" busy={busy} busyLabel="Signing in...">
        Sign in to Dashboard
      </Button>
      <p className="login-register">
        <PublicLink to="/register">Create your trading account</PublicLink>
      </p>
    </form>
  );
}

function UserIdField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field id="userId" label="User Id" hint="Your User Id or the e-mail you registered with">
      {(control) => (
        <div className="tp-control">
          <Icon of={UserRound} />
          <input
            {...control}
            name="userId"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            required
            // biome-ignore lint/a11y/noAutofocus: signing in is the one purpose of this page, and the guide asks for it.
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={254}
          />
        </div>
      )}
    </Field>
  );
}
