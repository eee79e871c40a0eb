import type { Position } from '@tradepost/proto/api/positions/paths.ts';
import { formatDate } from '../../lib/format.ts';
import { openValue, profitPercent, signedProfit, standingPrice } from './figures.ts';

export const shows = ['all', 'active', 'closed'] as const;
export type Show = (typeof shows)[number];
export const isShow = (text: string | null): text is Show => shows.some((show) => show === text);

export const defaultSort = '-date';

/** What each column is sorted by. */
const sortKeys: Readonly<Record<string, (position: Position) => string | number>> = {
  symbol: ({ symbol }) => symbol,
  type: ({ type }) => type,
  quantity: ({ stockQuantity }) => stockQuantity,
  openPrice: ({ openPrice }) => openPrice,
  price: (position) => standingPrice(position) ?? 0,
  profit: signedProfit,
  percent: (position) => profitPercent(position) ?? 0,
  status: ({ status }) => (status ? 0 : 1),
  date: ({ createdAt }) => createdAt,
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** The positions that a filter, the beginning of a symbol or of one of its words, and an order leave. Equal ones stay newest first. */
export function listed(positions: readonly Position[], { show, q, sort }: { show: Show; q: string; sort: string }): Position[] {
  const wanted = q.trim().toUpperCase();
  const found = positions.filter(
    ({ status, symbol }) =>
      (show === 'all' || status === (show === 'active')) && (wanted === '' || symbol.split(/\s+/).some((word) => word.startsWith(wanted)) || symbol.startsWith(wanted)),
  );
  const keyOf = sortKeys[sort.replace(/^-/, '')] ?? sortKeys.date;
  const direction = sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => (keyOf ? direction * compare(keyOf(a), keyOf(b)) : 0) || compare(b.createdAt, a.createdAt) || compare(b._id, a._id));
}

/** A cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is held back by an apostrophe. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const heads = ['Symbol', 'Type', 'Quantity', 'Open price', 'Close / last', 'Profit', 'Profit %', 'Status', 'Profit is', 'Calculated profit', 'Value at open price', 'Date'];

/** The rows as a CSV file: plain figures without signs of currency, so that a spreadsheet can add them up. */
export function toCsv(positions: readonly Position[]): string {
  const lines = positions.map((position) => [
    position.symbol,
    position.type,
    position.stockQuantity,
    position.openPrice.toFixed(2),
    standingPrice(position)?.toFixed(2),
    // Figures are written by us and may begin with a minus.
    Number(signedProfit(position).toFixed(2)),
    profitPercent(position) === undefined ? undefined : Number(profitPercent(position)?.toFixed(2)),
    position.status ? 'Active' : 'Closed',
    position.profitSource === 'manual' ? 'Entered' : 'Calculated',
    position.computedProfit ?? undefined,
    openValue(position),
    formatDate(position.createdAt),
  ]);
  return `${[heads, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
