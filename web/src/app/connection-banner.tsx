import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatClock } from '../lib/format.ts';
import { useLiveState } from '../lib/live.ts';
import { Banner } from '../ui/banner.tsx';

/** Shorter breaks are nobody's concern. */
const patienceMs = 3_000;
const backMs = 4_000;

/** Since when the browser itself is on no network, in milliseconds since 1970; undefined while it is on one. Coming back, everything on the page is read once more. */
function useOffline(): number | undefined {
  const queryClient = useQueryClient();
  const [offlineMs, setOfflineMs] = useState(() => (navigator.onLine ? undefined : Date.now()));
  useEffect(() => {
    const lost = () => setOfflineMs(Date.now());
    const returned = () => {
      setOfflineMs(undefined);
      void queryClient.invalidateQueries();
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', returned);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', returned);
    };
  }, [queryClient]);
  return offlineMs;
}

/** Says when the browser is offline or the stream of changes is away for more than three seconds, and for four that it is back. */
export function ConnectionBanner() {
  const offlineMs = useOffline();
  const { connected, asOfMs } = useLiveState();
  const [shown, setShown] = useState<'none' | 'away' | 'back'>('none');
  const online = offlineMs === undefined;
  const away = !online || !connected;
  useEffect(() => {
    if (!away) {
      setShown((before) => (before === 'away' ? 'back' : 'none'));
      return;
    }
    const timer = setTimeout(() => setShown('away'), online ? patienceMs : 0);
    return () => clearTimeout(timer);
  }, [away, online]);
  useEffect(() => {
    if (shown !== 'back') return;
    const timer = setTimeout(() => setShown('none'), backMs);
    return () => clearTimeout(timer);
  }, [shown]);
  if (shown === 'back') return <Banner kind="success">Connected again.</Banner>;
  if (shown !== 'away') return null;
  const state = `You see the state of ${formatClock(new Date(connected && offlineMs !== undefined ? offlineMs : asOfMs).toISOString())}.`;
  if (!online) return <Banner kind="warn">{`No connection. ${state} Nothing is sent until you are back.`}</Banner>;
  return <Banner kind="warn">{`Reconnecting... ${state}`}</Banner>;
}
