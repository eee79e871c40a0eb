import { formatFigure } from './format.ts';

/** One price of the day; the time in milliseconds since 1970. */
export interface DayPoint {
  readonly timeMs: number;
  readonly price: number;
}

/** The session a day line is drawn in, in milliseconds since 1970. */
export interface Session {
  readonly fromMs: number;
  readonly toMs: number;
}

const indiaOffsetMs = 5.5 * 3_600_000;
const dayMs = 86_400_000;

/** The normal session of NSE and BSE, 09:15 to 15:30 Indian time, on the day of this moment. */
export function sessionOf(momentMs: number): Session {
  const midnightMs = Math.floor((momentMs + indiaOffsetMs) / dayMs) * dayMs - indiaOffsetMs;
  return { fromMs: midnightMs + 9.25 * 3_600_000, toMs: midnightMs + 15.5 * 3_600_000 };
}

/** The full hours inside a session and its two ends, where the posts of the road stand. */
export function hoursOf({ fromMs, toMs }: Session): number[] {
  const hours: number[] = [fromMs];
  const hourMs = 3_600_000;
  // Indian hours fall on half hours of world time.
  let next = Math.ceil((fromMs + 1 - hourMs / 2) / hourMs) * hourMs + hourMs / 2;
  for (; next < toMs; next += hourMs) hours.push(next);
  return [...hours, toMs];
}

export interface DayShape {
  /** The line as an SVG path in a box of 1000 × 100. */
  readonly line: string;
  /** The same, closed along yesterday's close. */
  readonly area: string;
  /** Where yesterday's close stands, 0 to 100 from the top. */
  readonly closeY: number;
  /** Where a point stands: 0 to 1000 from the left, 0 to 100 from the top. */
  readonly place: (point: DayPoint) => { x: number; y: number };
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Works out the drawing. Points outside the session are left out; it stops where the points stop. */
export function dayShape(points: readonly DayPoint[], previousClose: number, { fromMs, toMs }: Session): DayShape {
  const inside = points.filter(({ timeMs, price }) => timeMs >= fromMs && timeMs <= toMs && Number.isFinite(price));
  const prices = [previousClose, ...inside.map(({ price }) => price)];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  // A little air above and below, and never a division by nothing on a day without movement.
  const margin = (high - low) * 0.06 || Math.max(1, Math.abs(previousClose) * 0.001);
  const span = high - low + 2 * margin;
  const y = (price: number): number => ((high + margin - price) / span) * 100;
  const x = (timeMs: number): number => ((timeMs - fromMs) / (toMs - fromMs)) * 1000;
  const place = ({ timeMs, price }: DayPoint) => ({ x: x(timeMs), y: y(price) });
  const line = inside.map((point, index) => `${index === 0 ? 'M' : 'L'}${short(place(point).x)} ${short(place(point).y)}`).join('');
  const [first, last] = [inside[0], inside.at(-1)];
  const closeY = y(previousClose);
  const area = first && last ? `${line}L${short(x(last.timeMs))} ${short(closeY)}L${short(x(first.timeMs))} ${short(closeY)}Z` : '';
  return { line, area, closeY, place };
}

/** A move as it is read out: `up 41.00, 0.17 percent`. */
export function spokenMove(price: number, previousClose: number): string {
  const move = price - previousClose;
  if (move === 0) return 'unchanged';
  const share = previousClose === 0 ? '' : `, ${formatFigure((Math.abs(move) / previousClose) * 100)} percent`;
  return `${move > 0 ? 'up' : 'down'} ${formatFigure(Math.abs(move))}${share}`;
}

/** A move as it is written: `+41.00 (+0.17%)`. */
export function writtenMove(price: number, previousClose: number): string {
  const move = price - previousClose;
  const sign = move < 0 ? '-' : '+';
  const share = previousClose === 0 ? 0 : (Math.abs(move) / previousClose) * 100;
  return `${sign}${formatFigure(Math.abs(move))} (${sign}${formatFigure(share)}%)`;
}

/** The text alternative of a day line. `what` names it: "NIFTY, sample day". */
export function dayWords(what: string, points: readonly DayPoint[], previousClose: number, { toMs }: Session): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${what}: no prices yet.`;
  const side = first.price === previousClose ? 'at' : first.price > previousClose ? 'above' : 'below';
  const ended = last.timeMs >= toMs - 60_000 ? 'ended at' : 'stands at';
  return `${what}: opened ${side} yesterday's close, ${ended} ${formatFigure(last.price)}, ${spokenMove(last.price, previousClose)}.`;
}
