/** Money inside the product: whole paise. Nothing else can be added to it. */
declare const unit: unique symbol;
export type Paise = number & { readonly [unit]: 'paise' };

/** The largest amount of one call: ₹100 crore. */
export const maximumAmountPaise = 100_000_000_000 as Paise;
/** The largest balance: ₹1,000 crore. */
export const maximumBalancePaise = 1_000_000_000_000 as Paise;

const amountText = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;

/**
 * Reads the source text of a JSON number as an amount of rupees, exactly: `"120.5"` → 12050 paise.
 * Gives undefined for anything that is not above 0, at most ₹100 crore and written with at most two decimals; nothing is rounded.
 */
export function readAmount(text: string): Paise | undefined {
  if (!amountText.test(text)) return undefined;
  const [whole = '0', fraction = ''] = text.split('.');
  const value = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return value > 0 && value <= maximumAmountPaise ? (value as Paise) : undefined;
}

/** Marks a whole number as paise. Throws a RangeError for anything else: a broken assumption, never an input. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of paise.`);
  return value as Paise;
}

export const plus = (a: Paise, b: Paise): Paise => paise(a + b);
export const minus = (a: Paise, b: Paise): Paise => paise(a - b);

/** Rupees as the JSON number with at most two decimals that callers see: 12050 → 120.5. Exact for every balance the product allows. */
export const rupees = (amount: Paise): number => amount / 100;
