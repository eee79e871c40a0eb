import type { AddPositionBody, Position } from '@tradepost/proto/api/positions/paths.ts';
import { profitAt, signedProfit } from './figures.ts';

export const positionFields = ['symbol', 'stockQuantity', 'openPrice', 'closePrice', 'type', 'status', 'profit', 'profitColor', 'note'] as const;
export type PositionField = (typeof positionFields)[number];
/** What stands in the fields, as text. */
export type PositionValues = Record<PositionField, string>;
export type PositionErrors = Partial<Record<PositionField, string>>;

export const positionLabels: Readonly<Record<PositionField, string>> = {
  symbol: 'Symbol',
  stockQuantity: 'Quantity',
  openPrice: 'Open price',
  closePrice: 'Close price',
  type: 'Type',
  status: 'Status',
  profit: 'Profit',
  profitColor: 'Profit Color',
  note: 'Note',
};

export const emptyPosition: PositionValues = {
  symbol: '',
  stockQuantity: '',
  openPrice: '',
  closePrice: '',
  type: '',
  status: 'active',
  profit: '',
  profitColor: '',
  note: '',
};

/** The fields of a position that is there. */
export const valuesOf = (position: Position): PositionValues => ({
  symbol: position.symbol,
  stockQuantity: String(position.stockQuantity),
  openPrice: position.openPrice.toFixed(2),
  closePrice: position.closePrice > 0 ? position.closePrice.toFixed(2) : '',
  type: position.type,
  status: position.status ? 'active' : 'closed',
  profit: position.profit.toFixed(2),
  profitColor: position.profitColor,
  note: position.note ?? '',
});

/** Reads typed or pasted text as a number: `₹1,23,456.70` → 123456.7. Undefined for nothing and for what is no number in plain digits. */
export function readNumber(text: string): number | undefined {
  const plain = text.replace(/[₹,\s\u00a0]/g, '');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

function numberProblem(label: string, text: string): string | undefined {
  if (text.trim() === '') return `${label} is required`;
  const value = readNumber(text);
  if (value === undefined) return `${label} must be a number in plain digits`;
  return value > 0 ? undefined : `${label} must be greater than 0`;
}

/** The messages of the specification, field by field. The close price is not checked; bounds and decimals are the server's to judge. */
export function judgePosition(values: PositionValues): PositionErrors {
  const profit = readNumber(values.profit);
  const entries: [PositionField, string | undefined][] = [
    ['symbol', values.symbol.trim() === '' ? 'Symbol is required' : undefined],
    ['stockQuantity', numberProblem('Quantity', values.stockQuantity)],
    ['openPrice', numberProblem('Open price', values.openPrice)],
    ['closePrice', values.closePrice.trim() !== '' && readNumber(values.closePrice) === undefined ? 'Close price must be a number in plain digits' : undefined],
    ['type', values.type === '' ? 'Type is required' : undefined],
    [
      'profit',
      values.profit.trim() === '' ? 'Profit is required' : profit === undefined ? 'Profit must be a number in plain digits' : profit < 0 ? 'Profit must be 0 or more' : undefined,
    ],
    ['profitColor', values.profitColor === '' ? 'Profit Color is required' : undefined],
  ];
  return Object.fromEntries(entries.filter(([, message]) => message !== undefined));
}

/** The calculated profit of what is typed, with its sign; undefined while something of it is missing. `livePrice` counts while the position is active. */
export function calculated(values: PositionValues, livePrice: number | undefined): number | undefined {
  const [stockQuantity, openPrice, closePrice] = [readNumber(values.stockQuantity), readNumber(values.openPrice), readNumber(values.closePrice)];
  const entered = closePrice !== undefined && closePrice > 0 ? closePrice : undefined;
  const price = values.status === 'active' ? (livePrice ?? entered) : (entered ?? livePrice);
  if ((values.type !== 'BUY' && values.type !== 'SELL') || !stockQuantity || !openPrice || price === undefined) return undefined;
  if (stockQuantity < 0 || openPrice < 0 || stockQuantity > 1e7 || openPrice > 1e6 || price > 1e6) return undefined;
  return profitAt({ type: values.type, stockQuantity, openPrice }, price);
}

/** Profit and colour as the calculated figure gives them. */
export const profitFields = (profit: number): Pick<PositionValues, 'profit' | 'profitColor'> => ({
  profit: Math.abs(profit).toFixed(2),
  profitColor: profit > 0 ? 'green' : profit < 0 ? 'red' : 'neutral',
});

/** Whether the figure in the fields is another one than the calculated. */
export function differs(values: PositionValues, computed: number | undefined): boolean {
  const profit = readNumber(values.profit);
  if (profit === undefined || computed === undefined) return false;
  const signed = signedProfit({ profit, profitColor: values.profitColor === 'red' ? 'red' : 'green' });
  return Math.round(signed * 100) !== Math.round(computed * 100);
}

/** What is sent. Judge the values first. With `asksCalculated` the server works the profit out anew. */
export function bodyOf(values: PositionValues, asksCalculated: boolean): AddPositionBody {
  const note = values.note.trim();
  return {
    symbol: values.symbol.trim(),
    stockQuantity: readNumber(values.stockQuantity) ?? 0,
    openPrice: readNumber(values.openPrice) ?? 0,
    closePrice: readNumber(values.closePrice) ?? null,
    type: values.type === 'SELL' ? 'SELL' : 'BUY',
    profit: readNumber(values.profit) ?? 0,
    profitColor: values.profitColor === 'red' ? 'red' : values.profitColor === 'neutral' ? 'neutral' : 'green',
    status: values.status === 'active',
    ...(asksCalculated ? { profitSource: 'computed' as const } : {}),
    ...(note === '' ? {} : { note }),
  };
}
