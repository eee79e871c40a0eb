// Random bookings through the pure rules, without a store: after each of them six things must hold.

import { maximumBalancePaise, type Paise, paise } from '@tradepost/proto/api/money.ts';
import { nextEntry } from '../../services/funds/src/append.ts';
import { chainStart } from '../../services/funds/src/chain.ts';
import type { CommandKind, Entry, Outcome } from '../../services/funds/src/collections.ts';
import { available, type Balance, debit, deposit, hold, nothing, post, voidHold } from '../../services/funds/src/ledger.ts';
import { type Random, seeded } from '../rig/random.ts';

const accounts = 50;
const mostOpen = 20;

type Decide = typeof nextEntry;
type Command = Parameters<Decide>[0];

interface Account {
  readonly id: string;
  head: Parameters<Decide>[1];
  /** Open holds, counted by the test itself. */
  readonly open: Map<string, Entry>;
  heldPaise: number;
  readonly settled: { readonly hold: Entry; readonly by: Entry }[];
}

/** The other side of all bookings, counted from the `contra` of each entry. */
interface House {
  bankIn: number;
  payout: number;
  adjust: number;
  clients: number;
}

const kinds: readonly CommandKind[] = ['deposit', 'deposit', 'debit', 'hold', 'hold', 'post', 'void'];
const rules: Readonly<Record<CommandKind, (balance: Balance, amount: Paise) => Balance>> = { deposit, debit, hold, post, void: voidHold, close: (balance) => balance };

function nextCommand(random: Random, account: Account, number: number): { command: Command; settled: Entry | undefined } {
  let kind = account.open.size >= mostOpen ? random.pick(['post', 'void'] as const) : random.pick(kinds);
  // Now and then one that is settled already.
  const old = random.next() < 0.1 && account.settled.length > 0 ? random.pick(account.settled) : undefined;
  const found = old?.hold ?? (account.open.size > 0 ? random.pick([...account.open.values()]) : undefined);
  if ((kind === 'post' || kind === 'void') && !found) kind = 'deposit';
  const outcome: Outcome = kind === 'post' ? 'approved' : random.pick(['rejected', 'cancelled']);
  const settles = (kind === 'post' || kind === 'void') && found ? { hold: found, outcome } : undefined;
  const large = random.next() < 0.02;
  const amount = settles ? settles.hold.amt : paise(large ? random.whole(1, 100_000_000_000) : random.whole(1, 100_000));
  const rule = rules[kind];
  const call = { idempotencyKey: `key-${number}`, keyGiven: true, requestHash: 'a request', actor: { id: 'somebody', role: '1' } };
  return {
    command: { account: account.id, kind, amount, call, next: (balance) => rule(balance, amount), ...(settles ? { settles } : {}) },
    settled: settles && old ? old.by : undefined,
  };
}

/** Takes an entry over into what the test counts itself. */
function count(account: Account, house: House, entry: Entry): void {
  const { s, epoch, hash, at, after } = entry;
  house.clients += after.posted - account.head.after.posted;
  if (entry.contra === 'bank_in') house.bankIn += entry.amt;
  if (entry.contra === 'payout') house.payout += entry.amt;
  if (entry.contra === 'adjust') house.adjust += entry.amt;
  if (entry.t === 'hold') {
    account.open.set(entry._id, entry);
    account.heldPaise += entry.amt;
  }
  const settledHold = account.open.get(entry.settles ?? '');
  if (settledHold) {
    account.open.delete(settledHold._id);
    account.heldPaise -= settledHold.amt;
    account.settled.push({ hold: settledHold, by: entry });
    if (account.settled.length > mostOpen) account.settled.shift();
  }
  account.head = { s, epoch, hash, at, after, closed: false };
}

/** The first of the six that does not hold after an entry; undefined when all do. */
function broken(before: Balance, account: Account, house: House, entry: Entry): string | undefined {
  const { posted, held } = entry.after;
  if (house.clients !== house.bankIn - house.payout - house.adjust) return 'conservation: money came or went without its other side';
  if (posted < 0 || held < 0 || posted > maximumBalancePaise || !Number.isSafeInteger(posted) || !Number.isSafeInteger(held))
    return 'parts: posted or held is out of bounds or no whole number of paise';
  if (available(entry.after) + held !== posted) return 'identity: available and held do not add up to posted';
  if (available(entry.after) < 0) return 'floor: more is held than there is';
  if (held !== account.heldPaise) return 'holds: what is held is not the sum of the open holds';
  if (entry.t === 'refused' && (posted !== before.posted || held !== before.held)) return 'refusal: a refused booking changed the balance';
  return undefined;
}

export interface InvariantsResult {
  readonly operations: number;
  readonly refused: number;
  /** What did not hold, after which operation. */
  readonly failure?: string;
}

/** Books `operations` random commands of `seed` on 50 accounts and looks after each. `decide` is the rule under test. */
export function checkInvariants(options: { seed: number; operations: number; decide?: Decide }): InvariantsResult {
  const decide = options.decide ?? nextEntry;
  const random = seeded(options.seed);
  const all = Array.from(
    { length: accounts },
    (_, index): Account => ({
      id: `account-${index}`,
      head: { s: 0, epoch: 0, hash: chainStart, at: 0, after: nothing, closed: false },
      open: new Map(),
      heldPaise: 0,
      settled: [],
    }),
  );
  const house: House = { bankIn: 0, payout: 0, adjust: 0, clients: 0 };
  let refused = 0;
  for (let number = 1; number <= options.operations; number += 1) {
    const account = random.pick(all);
    const before = account.head.after;
    const { command, settled } = nextCommand(random, account, number);
    const entry = decide(command, account.head, settled, number);
    if (entry.t === 'refused') refused += 1;
    count(account, house, entry);
    const reason = broken(before, account, house, entry);
    if (reason !== undefined)
      return { operations: number, refused, failure: `${reason} (operation ${number}, a ${command.kind} of ${command.amount} paise, seed ${options.seed})` };
  }
  return { operations: options.operations, refused };
}
