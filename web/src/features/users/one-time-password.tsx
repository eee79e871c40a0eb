import { useRef } from 'react';
import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface Props {
  userId: string;
  /** Null when the answer was a replay: the password was shown before and is kept nowhere. */
  password: string | null;
  onHandedOver: () => void;
}

/** User id and temporary password, large and once. It stays until somebody says that it has been handed over. */
export function OneTimePassword({ userId, password, onHandedOver }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useFocusOnMount(box, true);
  return (
    <div ref={box} className="tp-form" tabIndex={-1}>
      <Banner kind={password === null ? 'warn' : 'info'}>
        {password === null
          ? 'This password was shown before and is kept nowhere. Issue another one if it did not arrive.'
          : 'This is shown once. The client must change it at the next sign-in.'}
      </Banner>
      <dl className="tp-once">
        <div>
          <dt>User Id</dt>
          <dd>
            <code>{userId}</code>
            <CopyButton text={userId} what="User Id" />
          </dd>
        </div>
        {password !== null && (
          <div>
            <dt>Temporary password</dt>
            <dd>
              <code>{password}</code>
              <CopyButton text={password} what="temporary password" />
            </dd>
          </div>
        )}
      </dl>
      <div className="tp-actions">
        <Button kind="primary" onClick={onHandedOver}>
          I have handed it over
        </Button>
      </div>
    </div>
  );
}
