import { useState } from 'react';
import { ApiProblem, fieldErrors } from '../../lib/problem.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useChangePassword } from './api.ts';

const ids = { current: 'profile-password', next: 'profile-new-password' } as const;
type Problems = Partial<Record<keyof typeof ids, string>>;

/** What is wrong before anything is sent. Whether a password is a common one, the server decides. */
function judge(current: string, next: string): Problems {
  return {
    ...(current === '' ? { current: 'Password is required' } : {}),
    ...(next.length < 8 ? { next: 'A password has 8 or more characters' } : {}),
  };
}

function refusalOf(error: unknown): Problems {
  if (error instanceof ApiProblem && error.code === 'wrong-password') return { current: error.message };
  return fieldErrors(error, ['current', 'next']).fields;
}

/** Changes the password. The current one is asked for, so that an open screen is not enough. */
export function PasswordForm({ userId }: { userId: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [judging, setJudging] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const change = useChangePassword();
  const problems: Problems = { ...refusalOf(change.error), ...(judging ? judge(current, next) : {}) };
  const entries = (['current', 'next'] as const).flatMap((name) => {
    const message = problems[name];
    return message ? [{ id: ids[name], label: name === 'current' ? 'Password' : 'New password', message }] : [];
  });
  const type = (set: (value: string) => void) => (value: string) => {
    set(value);
    if (!change.isPending) change.reset();
  };
  const submit = () => {
    if (change.isPending) return;
    const found = judge(current, next);
    setJudging(true);
    if (found.current || found.next) return setAttempt(attempt + 1);
    change.mutate(
      { current, next },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          setJudging(false);
        },
        onError: () => setAttempt(attempt + 1),
      },
    );
  };
  return (
    <form
      className="tp-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {change.isSuccess && (
        <Banner kind="success" title="Your password is changed." onClose={() => change.reset()} focus>
          All other devices were signed out.
        </Banner>
      )}
      {change.isError && entries.length === 0 && <ProblemBanner error={change.error} fallback="The password could not be changed." focus />}
      <ErrorSummary entries={entries} attempt={attempt} />
      <input type="text" name="username" autoComplete="username" value={userId} readOnly hidden />
      <div className="tp-pairs">
        <PasswordField
          id={ids.current}
          label="Password"
          name="current"
          value={current}
          onChange={type(setCurrent)}
          autoComplete="current-password"
          error={problems.current}
          hint="Your current password."
        />
        <PasswordField
          id={ids.next}
          label="New password"
          name="next"
          value={next}
          onChange={type(setNext)}
          autoComplete="new-password"
          error={problems.next}
          hint="8 characters or more."
          strength
        />
      </div>
      <div className="tp-actions tp-profile-actions">
        <Button type="submit" busy={change.isPending} busyLabel="Changing...">
          Change
        </Button>
      </div>
    </form>
  );
}
