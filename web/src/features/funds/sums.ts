/** Adds amounts of rupees without the errors of fractions: in whole paise, and back. */
export function sumRupees(amounts: readonly number[]): number {
  return amounts.reduce((sumPaise, amount) => sumPaise + Math.round(amount * 100), 0) / 100;
}
