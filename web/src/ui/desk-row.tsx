import { useQuery } from '@tanstack/react-query';
import { listQueue } from '@tradepost/proto/api/funds/paths.ts';
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

/** The row under the heading of administrators' pages. */
export function DeskRow() {
  const pending = usePendingCount();
  return (
    <nav className="tp-desk" aria-label="Desk">
      <NavLink to="/user-list">Users</NavLink>
      <NavLink to="/admin/withdrawals">
        Withdrawals
        {pending && pending !== '0' && (
          <span className="tp-count" data-waiting>
            {pending} <span className="tp-hidden">waiting</span>
          </span>
        )}
      </NavLink>
    </nav>
  );
}
