import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { startLive, useLiveState } from '../lib/live.ts';
import type { LiveMessage } from '../lib/stream.ts';
import { useUser } from '../lib/use-session.ts';
import { announcementOf } from './announcement.ts';

/** Events that come together are answered by one reading. */
const gatherMs = 250;
/** The list of accounts shows projections, which may lag a second. */
const projectionMs = 1_200;
const awayRefreshMs = 15_000;

/** The keys of the query cache under which stands what an event is about. */
function keysOf({ event, data }: LiveMessage): QueryKey[] {
  const { account = '' } = data;
  const ofAccount = (...kinds: string[]): QueryKey[] => kinds.map((kind) => [kind, account]);
  switch (event) {
    case 'funds':
    case 'withdrawals':
      return ofAccount('user', 'deposits', 'withdrawals', 'ledger');
    case 'positions':
      return ofAccount('positions');
    case 'profile':
      return ofAccount('user', 'sessions');
    case 'accounts':
      return [...ofAccount('user', 'deposits', 'withdrawals', 'ledger', 'positions'), ['users']];
    case 'withdrawals-queue':
      return [...ofAccount('user', 'withdrawals', 'ledger'), ['queue'], ['users']];
    case 'registrations':
      return [['users']];
    case 'contact-messages':
      return [['contact-messages']];
    case 'site':
      return [['additional-data'], ['site-content']];
    default:
      return [];
  }
}

/** Reads again what events name: once for all that come within a moment. */
function gatherer(queryClient: QueryClient): { add(keys: readonly QueryKey[]): void; stop(): void } {
  const waiting = new Map<string, { key: QueryKey; timer: ReturnType<typeof setTimeout> }>();
  return {
    add(keys) {
      for (const key of keys) {
        const name = JSON.stringify(key);
        if (waiting.has(name)) continue;
        const read = (): void => {
          waiting.delete(name);
          void queryClient.invalidateQueries({ queryKey: key });
        };
        waiting.set(name, { key, timer: setTimeout(read, key[0] === 'users' ? projectionMs : gatherMs) });
      }
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
    },
  };
}

/** Keeps the pages up to date by the live stream, and says aloud what changed in the reader's own money and state. */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  const { id } = useUser();
  const { connected } = useLiveState();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const gathered = gatherer(queryClient);
    const stop = startLive(id, (message) => {
      if (message.event === 'resync') void queryClient.invalidateQueries();
      gathered.add(keysOf(message));
      if (message.data.account !== id || document.visibilityState !== 'visible') return;
      announcementOf(id, message).then(
        (words) => words && setAnnouncement(words),
        (error: unknown) => console.info('A change could not be read aloud', error),
      );
    });
    return () => {
      stop();
      gathered.stop();
    };
  }, [queryClient, id]);
  useEffect(() => {
    if (connected) return;
    const timer = setInterval(() => void queryClient.invalidateQueries(), awayRefreshMs);
    return () => clearInterval(timer);
  }, [connected, queryClient]);
  return (
    <div className="tp-hidden" aria-live="polite" data-live={connected ? 'connected' : 'away'}>
      {announcement}
    </div>
  );
}
