import type { MarketSession } from '@tradepost/proto/api/market/paths.ts';
import { hoursOf } from '../../lib/day-line.ts';
import { formatTime, formatWeekday } from '../../lib/format.ts';

/** The road of a trading day: its posts, how far it has come, and what is said beside it. */
export interface Ruler {
  readonly title: string;
  /** The day, and when it changes. */
  readonly when: string;
  /** The same, where there is little room. */
  readonly brief: string;
  readonly posts: readonly { readonly at: number; readonly word: string; readonly passed: boolean; readonly end: boolean }[];
  /** Where the day stands, 0 to 100. */
  readonly at: number;
}

const minuteMs = 60_000;

/** A stretch of time in the two largest units: `1 h 48 min`, `2 d 4 h`, `under a minute`. */
export function stretch(durationMs: number): string {
  const minutes = Math.floor(durationMs / minuteMs);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : 'under a minute';
}

/** What stands below the ruler of this session at this moment of the server's clock. A session that has begun or ended since the server said so is one that has. */
export function rulerOf(session: MarketSession, nowMs: number): Ruler {
  const [opensMs, closesMs] = [Date.parse(session.opensAt), Date.parse(session.closesAt)];
  const open = nowMs >= opensMs && nowMs < closesMs;
  const preOpen = !open && nowMs < opensMs && (session.state === 'pre-open' || opensMs - nowMs <= 15 * minuteMs);
  // Before it opens, the road is that of the last day, walked to its end; from the pre-open on it is the one of today.
  const shown = open || preOpen ? { fromMs: opensMs, toMs: closesMs } : { fromMs: Date.parse(session.lastOpensAt), toMs: Date.parse(session.lastClosesAt) };
  const hours = hoursOf(shown);
  const share = (timeMs: number): number => ((timeMs - shown.fromMs) / (shown.toMs - shown.fromMs)) * 100;
  const next = `${formatWeekday(session.opensAt).replace(/, \d{4}$/, '')} at ${formatTime(session.opensAt)}`;
  const today = formatWeekday(new Date(nowMs).toISOString());
  const words = open
    ? { title: 'Market open', when: `${today} · closes in ${stretch(closesMs - nowMs)}`, brief: `closes in ${stretch(closesMs - nowMs)}` }
    : preOpen
      ? { title: 'Pre-open', when: `${today} · opens in ${stretch(opensMs - nowMs)}`, brief: `opens in ${stretch(opensMs - nowMs)}` }
      : { title: session.holiday === null ? 'Market closed' : `Holiday: ${session.holiday}`, when: `Opens ${next}`, brief: `opens ${next}` };
  return {
    ...words,
    at: Math.min(100, Math.max(0, share(nowMs))),
    posts: hours.map((timeMs, index) => {
      const end = index === 0 || index === hours.length - 1;
      const clock = formatTime(new Date(timeMs).toISOString());
      return { at: share(timeMs), word: end ? clock : clock.slice(0, 2), passed: timeMs <= nowMs, end };
    }),
  };
}
