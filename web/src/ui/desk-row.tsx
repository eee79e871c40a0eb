import { useQuery } from '@tanstack/react-query';
import { listQueue } from '@tradepost/proto/api/funds/paths.ts';
import { listContactMessages } from '@tradepost/proto/api/site-content/paths.ts';
import { NavLink } from 'react-router-dom';
import { requestPage } from '../lib/http.ts';
import { refetchInterval } from '../lib/live.ts';

/** Where the administrators' queues are kept in the query cache; a decision invalidates `['queue']`. */
export const queueCountKey = ['queue', 'count'] as const;

/** How many withdrawals wait, as text (`10000+` at the most); undefined until it is known. */
export function usePendingCount(): string | undefined {
  const { data } = useQuery({ queryKey: queueCountKey, queryFn: () => requestPage(listQueue, { query: { status: 'pending', limit: 1 } }), refetchInterval });
  return data?.total;
}

/** Where the count of unanswered messages is kept; an event of the stream invalidates `['contact-messages']`. */
export const newMessagesKey = ['contact-messages', 'count'] as const;

/** How many visitors' messages are not answered, as text; undefined until it is known. */
export function useNewMessages(): string | undefined {
  const { data } = useQuery({
    queryKey: newMessagesKey,
    queryFn: () => requestPage(listContactMessages, { query: { status: 'new', limit: 1 } }),
    refetchInterval,
  });
  return data?.total;
}

/** The row under the heading of administrators' pages. */
export function DeskRow() {
  return (
    <nav className="tp-desk" aria-label="Desk">
      <NavLink to="/user-list">Users</NavLink>
      <NavLink to="/admin/withdrawals">
        Withdrawals
        <Count of={usePendingCount()} word="waiting" />
      </NavLink>
      <NavLink to="/admin/messages">
        Messages
        <Count of={useNewMessages()} word="new" />
      </NavLink>
      <NavLink to="/admin/content">Site texts</NavLink>
    </nav>
  );
}

function Count({ of: count, word }: { of: string | undefined; word: string }) {
  if (!count || count === '0') return null;
  return (
    <span className="tp-count" data-waiting>
      {count} <span className="tp-hidden">{word}</span>
    </span>
  );
}
