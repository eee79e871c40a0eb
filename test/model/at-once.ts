// The concurrent comparison: a few commands are sent together, and there must be an order of them in which the model says all that was answered.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Heard, type RealAccount, standsLike } from './account.ts';
import { type Asked, Book } from './book.ts';
import { decisionOf, questionOf, type Step, step } from './steps.ts';

const mostAtOnce = 4;

/** Lists of batches with at most `most` steps in all. */
export const batchesOf = (most: number): fc.Arbitrary<Step[][]> =>
  fc.array(fc.array(step, { minLength: 1, maxLength: mostAtOnce }), { minLength: 1, maxLength: Math.ceil(most / mostAtOnce), size: 'max' });

function* orders<T>(list: readonly T[]): Generator<readonly T[]> {
  if (list.length === 0) yield [];
  for (const [index, first] of list.entries()) for (const rest of orders(list.toSpliced(index, 1))) yield [first, ...rest];
}

/** What two books must share to go on alike. */
const likeness = ({ posted, held, entries, answers, withdrawals }: Book): string =>
  JSON.stringify([posted, held, entries, [...answers.keys()].sort(), [...withdrawals].map(([key, { state }]) => `${key} ${state}`).sort()]);

interface Exchange {
  readonly asked: Asked;
  readonly heard: Heard;
}

/** The books that `before` may have become, given what was answered. Several when the answers do not tell them apart. */
function possible(before: readonly Book[], batch: readonly Exchange[]): Book[] {
  const found = new Map<string, Book>();
  for (const book of before) {
    for (const order of orders(batch)) {
      const after = book.copy();
      if (order.every(({ asked, heard }) => isDeepStrictEqual(after.ask(asked), heard.told))) found.set(likeness(after), after);
    }
  }
  return [...found.values()];
}

/** Sends the batches to the account and follows every book that fits. Gives the number of commands; throws when no order explains the answers. */
export async function compareAtOnce(batches: readonly (readonly Step[])[], real: RealAccount): Promise<number> {
  const earlier: Asked[] = [];
  const texts = new Map<string, string>();
  let books = [new Book()];
  for (const steps of batches) {
    const withdrawals = [...(books[0]?.withdrawals.keys() ?? [])].sort();
    const asked: Asked[] = [];
    for (const chosen of steps) {
      const question = questionOf(chosen, earlier) ?? decisionOf(chosen, withdrawals, earlier);
      if (!question) continue;
      asked.push(question);
      earlier.push(question);
    }
    const batch = await Promise.all(asked.map(async (question): Promise<Exchange> => ({ asked: question, heard: await real.ask(question) })));
    const standing = await real.standing();
    books = possible(books, batch).filter((book) => standsLike(book, standing));
    if (books.length === 0) throw new Error(`No order explains ${JSON.stringify(batch)} with ${JSON.stringify(standing)} afterwards.`);
    for (const { asked: question, heard } of batch) {
      const what = JSON.stringify(question);
      if (heard.told.status >= 300) continue;
      if ((texts.get(what) ?? heard.text) !== heard.text) throw new Error(`${what} was answered ${heard.text} the second time.`);
      texts.set(what, heard.text);
    }
  }
  return earlier.length;
}
