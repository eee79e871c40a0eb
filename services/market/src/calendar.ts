import { type Hours, holidays, ordinaryHours, preOpenMinutes, specialSessions } from './sessions.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** India has one time zone and no summer time. */
export const istOffsetMs = 330 * minuteMs;

/** One trading session. `day` is its date in Mumbai, `YYYY-MM-DD`. */
export interface Session {
  readonly day: string;
  readonly opensAtMs: number;
  readonly closesAtMs: number;
}

export interface MarketState {
  readonly state: 'open' | 'pre-open' | 'closed' | 'holiday';
  /** Why a weekday has no session. */
  readonly holiday: string | undefined;
  /** The session that runs or comes next. */
  readonly session: Session;
}

/** The date in Mumbai. */
export const dayOf = (atMs: number): string => new Date(atMs + istOffsetMs).toISOString().slice(0, 10);
const midnightOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - istOffsetMs;
/** The date `count` days later. */
export const daysLater = (day: string, count: number): string => dayOf(midnightOf(day) + count * dayMs);

function hoursOf(day: string): Hours | undefined {
  const special = specialSessions[day];
  if (special) return special;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 || holidays[day] !== undefined ? undefined : ordinaryHours;
}

/** The session of a date; undefined on weekends and holidays. */
export function sessionOf(day: string): Session | undefined {
  const hours = hoursOf(day);
  return hours && { day, opensAtMs: midnightOf(day) + hours.opens * minuteMs, closesAtMs: midnightOf(day) + hours.closes * minuteMs };
}

function nearest(day: string, step: 1 | -1, fits: (session: Session) => boolean): Session {
  let at = day;
  // No stretch without a session is longer than two weeks.
  for (let tried = 0; tried < 15; tried += 1) {
    const session = sessionOf(at);
    if (session && fits(session)) return session;
    at = daysLater(at, step);
  }
  throw new Error(`There is no session within two weeks of ${day}.`);
}

/** The session that runs at this time or was the last one that began. */
export const lastSession = (atMs: number): Session => nearest(dayOf(atMs), -1, ({ opensAtMs }) => opensAtMs <= atMs);
/** The session that runs at this time or begins next. */
export const nextSession = (atMs: number): Session => nearest(dayOf(atMs), 1, ({ closesAtMs }) => closesAtMs > atMs);

/** What the market does at this time. */
export function marketState(atMs: number): MarketState {
  const session = nextSession(atMs);
  const today = dayOf(atMs);
  const holiday = holidays[today];
  if (atMs >= session.opensAtMs) return { state: 'open', holiday: undefined, session };
  if (atMs >= session.opensAtMs - preOpenMinutes * minuteMs) return { state: 'pre-open', holiday: undefined, session };
  return { state: holiday !== undefined && session.day !== today ? 'holiday' : 'closed', holiday: session.day === today ? undefined : holiday, session };
}
