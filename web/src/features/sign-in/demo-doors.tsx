import { demoSignIn, type SignInAnswer } from '@tradepost/proto/api/auth/paths.ts';
import { ShieldCheck, UserRound } from 'lucide-react';
import { useState } from 'react';
import { request } from '../../lib/http.ts';
import { useMode } from '../../lib/mode.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Two ways into the demonstration without an account. Nothing of it exists in live mode; until the mode is known its place is kept. */
export function DemoDoors({ onSignedIn }: { onSignedIn: (answer: SignInAnswer) => void }) {
  const mode = useMode();
  const [busy, setBusy] = useState<'client' | 'admin'>();
  const [error, setError] = useState<unknown>();
  if (!mode) return <div className="login-demo" aria-hidden="true" />;
  if (!mode.demoSignIn) return null;
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
    <section className="login-demo" aria-label="Demonstration without an account">
      <p>This is a demo. Look around without an account:</p>
      {error !== undefined && <ProblemBanner error={error} fallback="Login failed" />}
      <div className="login-doors">
        <Button icon={<Icon of={UserRound} />} busy={busy === 'client'} busyLabel="Signing in..." onClick={() => void enter('client')}>
          Explore as client
        </Button>
        <Button icon={<Icon of={ShieldCheck} />} busy={busy === 'admin'} busyLabel="Signing in..." onClick={() => void enter('admin')}>
          Explore as administrator
        </Button>
      </div>
    </section>
  );
}
