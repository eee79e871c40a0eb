import { changePassword, type SignInAnswer, signIn } from '@tradepost/proto/api/auth/paths.ts';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/http.ts';
import { passwordStrength } from '../../lib/password.ts';
import { fieldErrors, messageOf, referenceOf } from '../../lib/problem.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/page-title.ts';
import { PasswordField } from '../../ui/password-field.tsx';

interface Props {
  userId: string;
  /** The temporary password that was just typed. */
  password: string;
  /** Good for the change alone. */
  token: string;
  remember: boolean;
  onDone: (answer: SignInAnswer) => void;
}

/** A temporary password is changed before anything else is shown; then the new one signs in. */
export function TemporaryPasswordForm({ userId, password, token, remember, onDone }: Props) {
  const heading = useHeadingFocus();
  const [next, setNext] = useState('');
  const [busy, setBusy] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    setFieldError(passwordStrength(next).word === 'Too short' ? 'A password has 8 or more characters' : undefined);
    if (passwordStrength(next).word === 'Too short') return;
    setBusy(true);
    try {
      await request(changePassword, { body: { current: password, next }, token });
      onDone(await request(signIn, { body: { userId, password: next, ...(remember ? { remember } : {}) } }));
    } catch (failure) {
      const { fields } = fieldErrors(failure, ['next']);
      if (fields.next) setFieldError(fields.next);
      else setError(failure);
      setBusy(false);
    }
  };
  return (
    <form className="tp-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Choose your own password
        </h1>
        <p className="login-lead">You signed in with a temporary password. It ends here.</p>
      </div>
      {error !== undefined && (
        <Banner kind="error" reference={referenceOf(error)}>
          {messageOf(error, 'The password was not changed. Please try again.')}
        </Banner>
      )}
      <input type="text" className="tp-hidden" tabIndex={-1} aria-hidden="true" autoComplete="username" value={userId} readOnly />
      <PasswordField
        id="next"
        name="next"
        label="New password"
        value={next}
        onChange={setNext}
        autoComplete="new-password"
        error={fieldError}
        hint="8 or more characters."
        strength
      />
      <Button kind="primary" type="submit" className="tp-wide-button" busy={busy} busyLabel="Saving...">
        Save and sign in
      </Button>
    </form>
  );
}
