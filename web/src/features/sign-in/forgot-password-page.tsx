import { forgotPassword } from '@tradepost/proto/api/auth/paths.ts';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/http.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useHeadingFocus, usePageTitle } from '../../ui/page-title.ts';
import { PublicFrame } from '../../ui/public-frame.tsx';
import { PublicLink } from '../../ui/public-link.tsx';

/** Asks for a link to set a new password. The answer never tells whether the account exists. */
export default function ForgotPasswordPage() {
  usePageTitle('Forgot password?');
  const heading = useHeadingFocus();
  const [userId, setUserId] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    setError(undefined);
    try {
      await request(forgotPassword, { body: { userId: userId.trim() } });
      setState('sent');
    } catch (failure) {
      setError(failure);
      setState('idle');
    }
  };
  return (
    <PublicFrame>
      <div className="tp-narrow">
        <h1 ref={heading} tabIndex={-1}>
          Forgot password?
        </h1>
        {state === 'sent' ? (
          <Banner kind="success" focus>
            If the account exists, a message with a link is on its way. The link works once, for 30 minutes.
          </Banner>
        ) : (
          <form className="tp-form" onSubmit={(event) => void submit(event)} aria-busy={state === 'busy'}>
            {error !== undefined && <ProblemBanner error={error} fallback="The message could not be sent. Please try again." />}
            <Field id="userId" label="User Id" hint="Your User Id or the e-mail you registered with">
              {(control) => (
                <input
                  {...control}
                  className="tp-input"
                  name="userId"
                  required
                  maxLength={254}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={userId}
                  onChange={(event) => setUserId(event.target.value)}
                />
              )}
            </Field>
            <Button kind="primary" type="submit" className="tp-wide-button" busy={state === 'busy'} busyLabel="Sending...">
              Send the link
            </Button>
          </form>
        )}
        <p>
          <PublicLink to="/login">Back to sign-in</PublicLink>
        </p>
      </div>
    </PublicFrame>
  );
}
