import { z } from 'zod';
import { type Paise, paise } from '../money.ts';
import { contract, JsonNumber, listQuery, message, text, wholeNumber } from '../schema.ts';
import * as paths from './paths.ts';

/** Quantities inside the product: whole ten-thousandths of a share, so that four decimals are exact. */
declare const unit: unique symbol;
export type TenThousandths = number & { readonly [unit]: 'ten-thousandths' };

/**
 * The bounds keep every product of quantity and price a safe integer of paise: 1,00,00,000 shares at ₹10,00,000.00 are 10^15 paise.
 * The profit that a person types is bounded like a balance, ₹1,000 crore.
 */
const maximumQuantity = 10_000_000;
const maximumPriceRupees = 1_000_000;
const maximumProfitRupees = 10_000_000_000;

const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

/** Why the source text of a JSON number is not taken, in the words of the form; undefined when it is. */
function refusal(source: string, rule: { name: string; decimals: number; maximum: number; minimum: 'above zero' | 'zero' }): string | undefined {
  const { name, decimals, maximum, minimum } = rule;
  if (!plainNumber.test(source)) return `${name} must be a number in plain digits`;
  const value = Number(source);
  if (minimum === 'above zero' && value <= 0) return `${name} must be greater than 0`;
  if (value < 0) return `${name} must be 0 or more`;
  if ((source.split('.')[1] ?? '').length > decimals) return `${name} has at most ${decimals} decimals`;
  return value > maximum ? `${name} is at most ${maximum.toLocaleString('en-IN')}` : undefined;
}

/** A JSON number judged by its source text and kept as a whole number of its smallest unit. Another JSON type is a wrong type; a missing one is required. */
const scaled = (rule: { name: string; decimals: number; maximum: number; minimum: 'above zero' | 'zero' }) =>
  z
    .custom<number>((value) => value instanceof JsonNumber || typeof value === 'number', { error: `${rule.name} is required`, params: { wrongType: true } })
    .transform((value: unknown, context): number => {
      const source = value instanceof JsonNumber ? value.source : String(value);
      const reason = refusal(source, rule);
      if (reason !== undefined) context.addIssue({ code: 'custom', message: reason });
      const [whole = '0', fraction = ''] = source.split('.');
      return reason === undefined ? Number(whole) * 10 ** rule.decimals + Number(fraction.padEnd(rule.decimals, '0')) : 0;
    });

const price = (name: string, minimum: 'above zero' | 'zero', maximum: number) => scaled({ name, decimals: 2, maximum, minimum }).transform((value): Paise => paise(value));
const quantity = scaled({ name: 'Quantity', decimals: 4, maximum: maximumQuantity, minimum: 'above zero' }).transform((value) => value as TenThousandths);

/** One of a few words; `required` when none was chosen, `otherwise` for another word. */
const choice = <const Words extends readonly [string, ...string[]]>(words: Words, required: string, otherwise: string) =>
  z.enum(words, { error: ({ input }) => (input === undefined || input === '' ? required : otherwise) });

const type = choice(['BUY', 'SELL'], 'Type is required', 'Type is BUY or SELL');
export type PositionType = 'BUY' | 'SELL';
/** Green is a gain, red a loss, neutral neither; `profit` itself has no sign. */
const profitColor = choice(['red', 'green', 'neutral'], 'Profit Color is required', 'Profit Color is red, green or neutral');
export type ProfitColor = 'red' | 'green' | 'neutral';
const profitSource = z.enum(['computed', 'manual']);
export type ProfitSource = z.infer<typeof profitSource>;

const symbol = text('Symbol', 30).transform((value) => value.toUpperCase().replace(/\s+/g, ' '));

export const position = z.object({
  _id: z.string(),
  symbol: z.string(),
  stockQuantity: z.number(),
  openPrice: z.number(),
  /** 0 when none was entered. */
  closePrice: z.number(),
  type: z.enum(['BUY', 'SELL']),
  /** Never below 0: `profitColor` has the direction. */
  profit: z.number(),
  profitColor: z.enum(['red', 'green', 'neutral']),
  /** True is Active, false is Closed. */
  status: z.boolean(),
  createdAt: z.string(),
  version: z.number(),
  /** With its sign; null while no price is known. */
  computedProfit: z.number().nullable(),
  profitSource,
  /** What an active position is valued with; null when the market has told none, and for closed ones. */
  lastPrice: z.number().nullable(),
  /** live, delayed, stale, closed or sample, as the market says; null without a price. */
  priceStatus: z.string().nullable(),
  priceAt: z.string().nullable(),
  /** Why the figures are as they are, in the administrator's words. */
  note: z.string().optional(),
  /** Who entered or last changed it. */
  by: z.object({ _id: z.string(), role: z.string(), name: z.string() }),
  updatedAt: z.string(),
});
export type Position = z.infer<typeof position>;

const positionList = z.object({ positions: z.array(position) });
export type PositionList = z.infer<typeof positionList>;
const accountPositions = z.object({ userName: z.string(), count: z.number(), positions: z.array(position) });
export type AccountPositions = z.infer<typeof accountPositions>;

const figures = {
  symbol,
  stockQuantity: quantity,
  openPrice: price('Open price', 'above zero', maximumPriceRupees),
  /** Not required; null and 0 mean that there is none. */
  closePrice: price('Close price', 'zero', maximumPriceRupees)
    .nullable()
    .transform((value) => value ?? paise(0))
    .optional(),
  type,
  profit: price('Profit', 'zero', maximumProfitRupees),
  profitColor,
  status: z.boolean().optional(),
};
const remarks = {
  /** `computed` asks for the calculated profit, whatever figure came with it; without it the server tells by comparing. */
  profitSource: profitSource.optional(),
  note: text('Note', 200).optional(),
};

export const addPositionBody = z.strictObject({ ...figures, ...remarks });
export type AddPositionBody = z.input<typeof addPositionBody>;
export const updatePositionBody = z.strictObject({
  symbol: figures.symbol.optional(),
  stockQuantity: figures.stockQuantity.optional(),
  openPrice: figures.openPrice.optional(),
  closePrice: figures.closePrice,
  type: figures.type.optional(),
  profit: figures.profit.optional(),
  profitColor: figures.profitColor.optional(),
  status: figures.status,
  profitSource: remarks.profitSource,
  /** An empty one takes the old one away. */
  note: z
    .string()
    .trim()
    .max(200, 'Note has at most 200 characters')
    .pipe(z.union([z.literal(''), text('Note', 200)], { error: 'Note has a character that cannot be stored' }))
    .optional(),
  version: wholeNumber.optional(),
});
export type UpdatePositionBody = z.input<typeof updatePositionBody>;
const positionAnswer = z.object({ message: z.string(), position });
export type PositionAnswer = z.infer<typeof positionAnswer>;

const query = listQuery(['-createdAt', 'createdAt', 'symbol', '-symbol']);

export const listForAdministrator = contract(paths.listForAdministrator, {
  summary: 'Positions of an account, with the name and how many there are',
  access: 'admin',
  query,
  answer: accountPositions,
});
export const listActive = contract(paths.listActive, { summary: 'Active positions of an account', access: 'self-or-admin', query, answer: positionList });
export const listPositions = contract(paths.listPositions, { summary: 'All positions of an account', access: 'self-or-admin', query, answer: positionList });
export const addPosition = contract(paths.addPosition, {
  summary: 'Add a position to an account',
  access: 'admin',
  fresh: true,
  status: 201,
  body: addPositionBody,
  answer: positionAnswer,
});
export const updatePosition = contract(paths.updatePosition, {
  summary: 'Change or close a position; closing fixes its profit',
  access: 'admin',
  fresh: true,
  body: updatePositionBody,
  answer: positionAnswer,
});
export const deletePosition = contract(paths.deletePosition, { summary: 'Delete a position', access: 'admin', fresh: true, answer: message });
