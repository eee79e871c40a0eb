// Verhoeff's check digit (J. Verhoeff, "Error Detecting Decimal Codes", 1969), which UIDAI uses for the twelfth digit of an Aadhaar number.
// Digits are elements of the dihedral group D5: 0 to 4 turn a pentagon, 5 to 9 turn it and flip it over.

/** Two elements of D5, one after the other. */
function compose(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5;
  return b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5;
}

/** Verhoeff's permutation; a digit at place n from the right goes through it n times, which repeats after eight. */
const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permute(digit: number, times: number): number {
  let result = digit;
  for (let round = 0; round < times % 8; round++) result = permutation[result] ?? 0;
  return result;
}

/**
 * Tells whether a text is a well-formed Aadhaar number: twelve digits without spaces, the first 2 to 9, and the check digit right (UIDAI).
 * Whether the number was ever given out is not told.
 */
export function isAadhaar(text: string): boolean {
  if (!/^[2-9]\d{11}$/.test(text)) return false;
  let check = 0;
  for (let place = 0; place < text.length; place++) check = compose(check, permute(Number(text.at(-1 - place)), place));
  return check === 0;
}
