import type { Withdrawal } from '@tradepost/proto/api/funds/paths.ts';
import { formatDateTime, formatShortDateTime } from '../../lib/format.ts';
import type { PostStep } from '../../ui/post-steps.tsx';

/** What became of a request, in a sentence for lists. */
export function whatHappened({ status, decidedAt, reason }: Pick<Withdrawal, 'status' | 'decidedAt' | 'reason'>): string {
  const when = decidedAt ? ` ${formatDateTime(decidedAt)}` : '';
  if (status === 'approved') return `Approved${when}.`;
  if (status === 'rejected') return `Reason: ${reason ?? 'No reason was given.'}`;
  if (status === 'cancelled') return `Cancelled${when}. The amount is free again.`;
  return 'In review. The amount is on hold.';
}

/** The way of a request in three posts: Requested, In review, and how it ended. */
export function stepsOf({ status, createdAt, decidedAt, reason }: Withdrawal): PostStep[] {
  const requested: PostStep = { title: 'Requested', detail: formatShortDateTime(createdAt), state: 'done' };
  const decided = decidedAt ? formatShortDateTime(decidedAt) : '';
  const reviewed: PostStep = { title: 'In review', state: 'done' };
  if (status === 'approved') return [requested, reviewed, { title: 'Approved', detail: decided, state: 'done' }];
  if (status === 'rejected') return [requested, reviewed, { title: 'Rejected', detail: `${decided ? `${decided}. ` : ''}${reason ?? 'No reason was given.'}`, state: 'stopped' }];
  if (status === 'cancelled') return [requested, { title: 'Cancelled', detail: decided, state: 'stopped' }];
  return [requested, { title: 'In review', detail: 'Amount on hold', state: 'now' }, { title: 'Approved', detail: 'Leaves your balance', state: 'next' }];
}

const followedAtMost = 5;

/** Which requests get a tracker of their own: the pending ones, newest first and at most five; without any, the newest when it was decided. The rest is earlier. */
export function splitRequests(rows: readonly Withdrawal[]): { followed: Withdrawal[]; earlier: Withdrawal[] } {
  const pending = rows.filter((row) => row.status === 'pending').slice(0, followedAtMost);
  const newest = rows.slice(0, 1).filter((row) => row.status !== 'cancelled');
  const followed = pending.length > 0 ? pending : newest;
  return { followed, earlier: rows.filter((row) => !followed.includes(row)) };
}
