// One account as it should be, in forty lines: what the real one is compared with.

/** What is asked of an account. Withdrawals are called by the key of the request that made them. */
export interface Asked {
  readonly kind: 'deposit' | 'debit' | 'withdraw' | 'approve' | 'reject' | 'cancel';
  readonly key: string;
  /** 0 for decisions. */
  readonly amountPaise: number;
  /** The withdrawal that is decided. */
  readonly of?: string;
}

/** The part of an answer that the model foretells. */
export type Told =
  | { readonly status: 200 | 201; readonly postedPaise: number }
  | { readonly status: 200 | 201; readonly withdrawal: string }
  | { readonly status: 409 | 422; readonly code: string };

const maximumPaise = 1_000_000_000_000;
const outcomes = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const;

export class Book {
  posted = 0;
  held = 0;
  entries = 0;
  readonly answers = new Map<string, { asked: Asked; told: Told }>();
  readonly withdrawals = new Map<string, { amountPaise: number; state: string }>();

  ask(asked: Asked): Told {
    const earlier = this.answers.get(asked.key);
    if (earlier) return isSame(earlier.asked, asked) ? earlier.told : { status: 422, code: 'key-reused' };
    const decided = this.withdrawals.get(asked.of ?? '');
    // The decision that was made already is answered again and leaves no trace, so its key stays free.
    if (decided && asked.kind in outcomes && decided.state === outcomes[asked.kind as keyof typeof outcomes]) return { status: 200, withdrawal: decided.state };
    const told = this.#book(asked, decided);
    this.entries += 1;
    this.answers.set(asked.key, { asked, told });
    return told;
  }

  #book({ kind, key, amountPaise }: Asked, decided: { amountPaise: number; state: string } | undefined): Told {
    if (kind === 'deposit') {
      if (this.posted + amountPaise > maximumPaise) return { status: 409, code: 'balance-limit' };
      this.posted += amountPaise;
      return { status: 200, postedPaise: this.posted };
    }
    if (kind === 'debit' || kind === 'withdraw') {
      if (amountPaise > this.posted - this.held) return { status: 409, code: 'insufficient-funds' };
      if (kind === 'debit') this.posted -= amountPaise;
      else this.held += amountPaise;
      if (kind === 'withdraw') this.withdrawals.set(key, { amountPaise, state: 'pending' });
      return kind === 'debit' ? { status: 200, postedPaise: this.posted } : { status: 201, withdrawal: 'pending' };
    }
    if (decided?.state !== 'pending') return { status: 409, code: 'already-decided' };
    this.held -= decided.amountPaise;
    if (kind === 'approve') this.posted -= decided.amountPaise;
    decided.state = outcomes[kind];
    return { status: 200, withdrawal: decided.state };
  }

  /** A copy that goes its own way. */
  copy(): Book {
    const other = new Book();
    Object.assign(other, { posted: this.posted, held: this.held, entries: this.entries });
    for (const [key, answer] of this.answers) other.answers.set(key, answer);
    for (const [key, withdrawal] of this.withdrawals) other.withdrawals.set(key, { ...withdrawal });
    return other;
  }
}

const isSame = (a: Asked, b: Asked): boolean => a.kind === b.kind && a.amountPaise === b.amountPaise && a.of === b.of;
