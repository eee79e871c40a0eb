import { demoSignIn, type SignInAnswer } from '@tradepost/proto/api/auth/paths.ts';
import { ShieldCheck, UserRound } from 'lucide-react';
import { useState } from 'react';
import { request } from '../lib/http.ts';
import { ProblemBanner } from './banner.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  className: string;
  /** The words on the buttons. */
  client: string;
  admin: string;
  onSignedIn: (answer: SignInAnswer) => void;
}

/** Two buttons that lead into the demonstration without an account. Only for demo mode. */
export function DemoButtons({ className, client, admin, onSignedIn }: Props) {
  const [busy, setBusy] = useState<'client' | 'admin'>();
  const [error, setError] = useState<unknown>();
  const enter = async (as: 'client' | 'admin') => {
    if (busy) return;
    setBusy(as);
    setError(undefined);
    try {
      onSignedIn(await request(demoSignIn, { body: { as } }));
    } catch (failure) {
      setError(failure);
      setBusy(undefined);
    }
  };
  return (
    <>
      {error !== undefined && <ProblemBanner error={error} fallback="Login failed" />}
      <div className={className}>
        <Button icon={<Icon of={UserRound} />} busy={busy === 'client'} busyLabel="Signing in..." onClick={() => void enter('client')}>
          {client}
        </Button>
        <Button icon={<Icon of={ShieldCheck} />} busy={busy === 'admin'} busyLabel="Signing in..." onClick={() => void enter('admin')}>
          {admin}
        </Button>
      </div>
    </>
  );
}
