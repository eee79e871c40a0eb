import type { SignInAnswer } from '@tradepost/proto/api/auth/paths.ts';
import { useMode } from '../../lib/mode.ts';
import { DemoButtons } from '../../ui/demo-buttons.tsx';

/** Two ways into the demonstration without an account. Nothing of it exists in live mode; until the mode is known its place is kept. */
export function DemoDoors({ onSignedIn }: { onSignedIn: (answer: SignInAnswer) => void }) {
  const mode = useMode();
  if (!mode) return <div className="login-demo" aria-hidden="true" />;
  if (!mode.demoSignIn) return null;
  return (
    <section className="login-demo" aria-label="Demonstration without an account">
      <p>This is a demo. Look around without an account:</p>
      <DemoButtons className="login-doors" client="Explore as client" admin="Explore as administrator" onSignedIn={onSignedIn} />
    </section>
  );
}
