import { formatAge, formatClock, formatDate } from './format.ts';

/** How far a price may be believed. The server decides; this side only ages what it was told. */
export type DataStatus = 'live' | 'delayed' | 'stale' | 'closed' | 'sample';

/** From the best to the worst; a page shows the worst of what stands on it. */
const order: readonly DataStatus[] = ['live', 'delayed', 'closed', 'stale', 'sample'];

/** The marks beside the words, drawn on 24 × 24. LIVE has its beating dot instead; the style sheet draws it. */
export const statusMarks: Readonly<Partial<Record<DataStatus, string>>> = {
  delayed: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  stale: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.3',
  closed: 'M20.5 14A8.8 8.8 0 1 1 10 3.5 7 7 0 0 0 20.5 14z',
  sample: 'M9 3h6M10.2 3v6L5 19a1.4 1.4 0 0 0 1.3 2h11.4A1.4 1.4 0 0 0 19 19L13.8 9V3M7.6 15h8.8',
};

/** What is known about the prices beside a badge. Times are in milliseconds since 1970. */
export interface PriceOrigin {
  /** The source by name, such as "Yahoo Finance". */
  readonly source?: string | undefined;
  /** The time of the price itself. */
  readonly priceMs?: number | undefined;
  /** Until the next refresh, while the page refreshes by itself. */
  readonly nextRefreshSeconds?: number | undefined;
  /** When a closed market opens again, as a reader says it: "Wed, Jun 3 at 09:15". */
  readonly opens?: string | undefined;
}

/** Reads a status as it came from outside (the header X-Data-Status). What is unknown is no market price: sample. */
export function readDataStatus(text: string | null | undefined): DataStatus {
  return order.find((status) => status === text) ?? 'sample';
}

/** The worst of several statuses; sample when there is none. */
export function worstStatus(statuses: readonly DataStatus[]): DataStatus {
  if (statuses.length === 0) return 'sample';
  return order[Math.max(...statuses.map((status) => order.indexOf(status)))] ?? 'sample';
}

/** Two refresh periods without an answer turn LIVE and DELAYED into STALE without waiting for the server. */
export function agedStatus(status: DataStatus, answeredMs: number, nowMs: number, periodMs: number): DataStatus {
  const silent = nowMs - answeredMs > 2 * periodMs;
  return silent && (status === 'live' || status === 'delayed') ? 'stale' : status;
}

/** The age that stands inside the badge: `15 min`; empty where the badge carries none. */
export function ageInside(status: DataStatus, origin: PriceOrigin, nowMs: number): string {
  if (origin.priceMs === undefined || (status !== 'delayed' && status !== 'stale')) return '';
  return formatAge(new Date(origin.priceMs).toISOString(), nowMs);
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The sentences of the tooltip (design guide, 2.5); what is not known is left out. */
export function statusWords(status: DataStatus, origin: PriceOrigin, nowMs: number): string {
  const { source, priceMs, nextRefreshSeconds, opens } = origin;
  const from = source === undefined ? '' : `Source: ${source}${status === 'delayed' ? ', delayed' : ''}.`;
  const price = priceMs === undefined ? '' : `Price of ${formatClock(iso(priceMs))} IST, ${formatAge(iso(priceMs), nowMs)} ago.`;
  const next = nextRefreshSeconds === undefined ? '' : `Next refresh in ${nextRefreshSeconds} s.`;
  const words: Readonly<Record<DataStatus, readonly string[]>> = {
    live: [from, price, next],
    delayed: [from, price],
    stale: [priceMs === undefined ? 'No new price.' : `No new price since ${formatClock(iso(priceMs))} IST.`, 'The source does not answer. Do not act on this figure.'],
    closed: [
      'Market closed.',
      priceMs === undefined ? '' : `Last price of ${formatDate(iso(priceMs))}, ${formatClock(iso(priceMs))} IST.`,
      opens === undefined ? '' : `Opens ${opens}.`,
    ],
    sample: ['Sample figures made by Tradepost. Not market prices.'],
  };
  return words[status].filter(Boolean).join(' ') || 'From the live source.';
}
