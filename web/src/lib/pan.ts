// The permanent account number of a person: three letters, P, a letter, four digits, a letter (Income Tax Department).

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'last'];

/** What is wrong with a PAN in capitals without spaces, naming the position; undefined when it can be one. `whole` also judges the length. */
export function panMessage(pan: string, whole = true): string | undefined {
  if (pan === '') return whole ? 'PAN card is required' : undefined;
  for (const [at, character] of Array.from(pan).entries()) {
    const digitPlace = at >= 5 && at <= 8;
    if (digitPlace ? !/\d/.test(character) : !/[A-Z]/.test(character)) return `The ${ordinals[at] ?? 'last'} character must be a ${digitPlace ? 'digit' : 'letter'}`;
    if (at === 3 && character !== 'P') return 'The fourth letter must be P';
  }
  return whole && pan.length !== 10 ? `A PAN has 10 characters; this has ${pan.length}` : undefined;
}
