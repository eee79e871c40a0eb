import type { RegisterAnswer } from '@tradepost/proto/api/users/paths.ts';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PostSteps } from '../../ui/post-steps.tsx';
import { PublicLink } from '../../ui/public-link.tsx';

/** After the registration: the User Id to write down, and what comes next. */
export function Success({ answer: { message, user } }: { answer: RegisterAnswer }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="register-success" role="status">
      <h1 ref={heading} tabIndex={-1}>
        {message || 'Registration successful!'}
      </h1>
      <div className="tp-panel">
        <p className="tp-hint">User Id</p>
        <p className="register-id">
          {user.userId}
          <CopyButton text={user.userId} what="User Id" />
        </p>
        <p>Write it down: you sign in with it.</p>
      </div>
      <PostSteps
        label="What comes next"
        steps={[
          { title: 'Registered', detail: 'Just now', state: 'done' },
          { title: 'Documents checked', detail: 'By an administrator', state: 'now' },
          { title: 'Approved', detail: 'Deposits and withdrawals open', state: 'next' },
        ]}
      />
      <PublicLink className="tp-button" data-kind="primary" to="/login">
        Login
      </PublicLink>
    </div>
  );
}
