// The sequential comparison: each command is put to the model and to the account, and both must say the same.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type RealAccount, standsLike } from './account.ts';
import { type Asked, Book } from './book.ts';
import { decisionOf, questionOf, type Step, step } from './steps.ts';

interface Model {
  readonly book: Book;
  readonly earlier: Asked[];
  /** The text of each answer that booked something, by what was asked. */
  readonly texts: Map<string, string>;
}

export const freshModel = (): Model => ({ book: new Book(), earlier: [], texts: new Map() });

class Command implements fc.AsyncCommand<Model, RealAccount> {
  readonly #step: Step;
  readonly #ran: () => void;

  constructor(chosen: Step, ran: () => void) {
    this.#step = chosen;
    this.#ran = ran;
  }

  #asked({ book, earlier }: Readonly<Model>): Asked | undefined {
    return questionOf(this.#step, earlier) ?? decisionOf(this.#step, [...book.withdrawals.keys()], earlier);
  }

  check(model: Readonly<Model>): boolean {
    return this.#asked(model) !== undefined;
  }

  async run(model: Model, real: RealAccount): Promise<void> {
    const asked = this.#asked(model);
    if (!asked) return;
    this.#ran();
    const foretold = model.book.ask(asked);
    const heard = await real.ask(asked);
    model.earlier.push(asked);
    const what = JSON.stringify(asked);
    if (!isDeepStrictEqual(heard.told, foretold)) throw new Error(`${what} was answered ${JSON.stringify(heard.told)} and not ${JSON.stringify(foretold)}.`);
    const standing = await real.standing();
    if (!standsLike(model.book, standing)) throw new Error(`After ${what} the account has ${JSON.stringify(standing)}, the model ${model.book.posted}/${model.book.held}.`);
    if (heard.told.status >= 300) return;
    if ((model.texts.get(what) ?? heard.text) !== heard.text) throw new Error(`${what} was answered ${heard.text} the second time.`);
    model.texts.set(what, heard.text);
  }

  toString(): string {
    return `${this.#step.kind}(${this.#step.amountPaise}, ${this.#step.nth})`;
  }
}

/** Lists of at most `most` commands; `ran` is told of each that is carried out. `replayPath` is what fast-check printed of a failure. */
export const commandsOf = (most: number, ran: () => void, replayPath?: string): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, RealAccount>>> =>
  fc.commands([step.map((chosen) => new Command(chosen, ran))], { maxCommands: most, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) });
