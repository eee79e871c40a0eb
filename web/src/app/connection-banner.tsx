import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Banner } from '../ui/banner.tsx';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'Asia/Kolkata' });

/** Says when the browser is offline, and for four seconds that it is back; then everything on the page is read once more. */
export function ConnectionBanner() {
  const queryClient = useQueryClient();
  const [since, setSince] = useState<string | undefined>(() => (navigator.onLine ? undefined : clock.format(new Date())));
  const [back, setBack] = useState(false);
  useEffect(() => {
    const lost = () => {
      setBack(false);
      setSince(clock.format(new Date()));
    };
    const returned = () => {
      setSince(undefined);
      setBack(true);
      void queryClient.invalidateQueries();
    };
    window.addEventListener('offline', lost);
    window.addEventListener('online', returned);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', returned);
    };
  }, [queryClient]);
  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => setBack(false), 4000);
    return () => clearTimeout(timer);
  }, [back]);
  if (since) return <Banner kind="warn">{`No connection. You see the state of ${since}. Nothing is sent until you are back.`}</Banner>;
  return back ? <Banner kind="success">Connected again.</Banner> : null;
}
