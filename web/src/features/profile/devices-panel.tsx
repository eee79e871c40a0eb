import type { Session } from '@tradepost/proto/api/auth/paths.ts';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useEndSessions, useSessions } from './api.ts';

const counted = (count: number): string => `${count} other ${count === 1 ? 'device' : 'devices'}`;

/** Where the person is signed in, this device first, and how to end it elsewhere. */
export function DevicesPanel() {
  const sessions = useSessions();
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState<string>();
  const endOne = useEndSessions();
  const endOthers = useEndSessions();
  const others = sessions.data?.filter((session) => !session.current) ?? [];
  const end = (session: Session) => {
    setEnded(undefined);
    endOne.mutate([session._id], { onSuccess: () => setEnded(`${session.device} is signed out.`) });
  };
  const confirm = () =>
    endOthers.mutate(
      others.map((session) => session._id),
      {
        onSuccess: () => {
          setEnded(`Signed out ${counted(others.length)}.`);
          setAsking(false);
        },
      },
    );
  const retry = () => void sessions.refetch();
  return (
    <Panel
      title="Signed-in devices"
      busy={sessions.isPending}
      refetching={sessions.isRefetching}
      extra={
        others.length > 0 && (
          <Button small onClick={() => setAsking(true)}>
            Sign out the others
          </Button>
        )
      }
    >
      {ended && <Banner kind="success" title={ended} onClose={() => setEnded(undefined)} focus />}
      {endOne.isError && <ProblemBanner error={endOne.error} fallback="The device could not be signed out." onClose={() => endOne.reset()} />}
      {sessions.isError && <ErrorState error={sessions.error} fallback="Your devices could not be loaded." onRetry={retry} />}
      {sessions.isPending && <SkeletonLines lines={4} />}
      {sessions.data && (
        <ul className="tp-devices">
          {[...sessions.data.filter((session) => session.current), ...others].map((session) => (
            <Device key={session._id} session={session} busy={endOne.isPending && endOne.variables?.[0] === session._id} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        title={`Sign out ${counted(others.length)}?`}
        note="Whoever uses them must sign in again. This device stays signed in."
        deed={`Sign out ${counted(others.length)}`}
        busyLabel="Signing out..."
        danger
        busy={endOthers.isPending}
        error={endOthers.error}
        errorFallback="Not every device could be signed out."
        onConfirm={confirm}
        onCancel={() => {
          setAsking(false);
          endOthers.reset();
        }}
      />
    </Panel>
  );
}

function Device({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const phone = /android|iphone|ipad|mobile/i.test(session.device);
  return (
    <li>
      <Icon of={phone ? Smartphone : Laptop} size={22} />
      <div>
        {session.current ? `This device, ${session.device}` : session.device}
        <span className="tp-device-line">{session.current ? `Signed in ${formatDateTime(session.createdAt)}` : `Last used ${formatDateTime(session.lastUsedAt)}`}</span>
      </div>
      {session.current ? (
        <StateTag state="active" word="In use" />
      ) : (
        <Button small busy={busy} busyLabel="Signing out..." aria-label={`Sign out ${session.device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
