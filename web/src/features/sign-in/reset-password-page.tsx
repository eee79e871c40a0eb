import { resetPassword } from '@tradepost/proto/api/auth/paths.ts';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/http.ts';
import { usePlace } from '../../lib/navigation.ts';
import { passwordStrength } from '../../lib/password.ts';
import { ApiProblem, fieldErrors } from '../../lib/problem.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { PublicLink } from '../../ui/public-link.tsx';

type State = 'idle' | 'busy' | 'done' | 'expired';

/** Sets a new password with the link of the message. */
export default function ResetPasswordPage() {
  usePageTitle('Set a new password');
  const heading = useHeadingFocus();
  const token = usePlace().query.get('token') ?? '';
  const [state, setState] = useState<State>(token ? 'idle' : 'expired');
  return (
    <PublicFrame>
      <div className="tp-narrow">
        <h1 ref={heading} tabIndex={-1}>
          Set a new password
        </h1>
        {state === 'done' && (
          <>
            <Banner kind="success" focus>
              Your password is changed. All other devices were signed out.
            </Banner>
            <PublicLink className="tp-button tp-wide-button" data-kind="primary" to="/login">
              Login
            </PublicLink>
          </>
        )}
        {state === 'expired' && (
          <>
            <Banner kind="error">This link has been used or is too old.</Banner>
            <PublicLink className="tp-button tp-wide-button" data-kind="primary" to="/forgot-password">
              Send a new link
            </PublicLink>
          </>
        )}
        {(state === 'idle' || state === 'busy') && <ResetForm token={token} busy={state === 'busy'} onState={setState} />}
      </div>
    </PublicFrame>
  );
}

function ResetForm({ token, busy, onState }: { token: string; busy: boolean; onState: (state: State) => void }) {
  const [next, setNext] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(undefined);
    const tooShort = passwordStrength(next).word === 'Too short';
    setFieldError(tooShort ? 'A password has 8 or more characters' : undefined);
    if (tooShort) return document.getElementById('next')?.focus();
    onState('busy');
    try {
      await request(resetPassword, { body: { token, next } });
      onState('done');
    } catch (failure) {
      const { fields } = fieldErrors(failure, ['next', 'token']);
      if (fields.token || (failure instanceof ApiProblem && failure.code === 'link-expired')) return onState('expired');
      setFieldError(fields.next);
      if (!fields.next) setError(failure);
      onState('idle');
    }
  };
  return (
    <form className="tp-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
      {error !== undefined && <ProblemBanner error={error} fallback="The password was not changed. Please try again." />}
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
        Change password
      </Button>
    </form>
  );
}
