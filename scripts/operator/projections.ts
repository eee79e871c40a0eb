import { setTimeout as pause } from 'node:timers/promises';
import { type Entry, entriesDefinition } from '@tradepost/funds/collections.ts';
import { nothing } from '@tradepost/funds/ledger.ts';
import type { Flaw, ProvenHead } from '@tradepost/funds/verify.ts';
import { type MoneyProjection, type User, usersDefinition } from '@tradepost/users/collections.ts';
import type { Stores } from './stores.ts';

const pageSize = 1000;
/** Within this, events that are on their way arrive. */
const patienceMs = 5_000;
const pauseMs = 250;

type Standing = Pick<ProvenHead, 'epoch' | 'seq' | 'balance'>;
const nowhere: Standing = { epoch: 0, seq: 0, balance: nothing };

type Finding = { readonly how: 'behind' | 'ahead' | 'other'; readonly reason: string };

function judge(money: MoneyProjection, head: Standing): Finding | undefined {
  const behind = money.epoch < head.epoch || money.seq < head.seq;
  if (behind) return { how: 'behind', reason: `The balance in users is of entry ${money.seq}, the ledger is at ${head.seq}, and no event is on its way.` };
  if (money.seq > head.seq) return { how: 'ahead', reason: `Events told users of entry ${money.seq}, but the ledger ends at ${head.seq}.` };
  if (money.postedPaise === head.balance.posted && money.heldPaise === head.balance.held) return undefined;
  return { how: 'other', reason: 'The balance in users is not what the ledger says.' };
}

/**
 * Compares the balance that users keeps of each account with the ledger's, and gives the first that differs. Beside a running platform both sides move,
 * so that a difference counts only when it is there at a second look, and one that is behind when it stays so for five seconds; a balance that is behind while events wait is no flaw at all.
 */
export async function verifyProjections(stores: Stores, heads: ReadonlyMap<string, Standing>): Promise<Flaw | undefined> {
  if (!stores.isWhole) return undefined;
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(one: T): T => {
    opened.push(one);
    return one;
  };
  try {
    const usersStore = keep(await stores.documents('users'));
    const fundsStore = keep(await stores.documents('funds'));
    const bus = keep(await stores.bus());
    const users = usersStore.collection<User>(usersDefinition);
    const entries = fundsStore.collection<Entry>(entriesDefinition);
    const onTheWay = async (): Promise<boolean> =>
      (await bus.waiting('users.totals', 'tradepost.funds')) > 0 || (await entries.find({ filter: { pub: 0 }, sort: { at: 1, s: 1 }, limit: 1 })).length > 0;
    const standingNow = async (account: string): Promise<Standing> => {
      const last = (await entries.find({ filter: { a: account }, sort: { s: -1 }, limit: 1 }))[0];
      return last ? { epoch: last.epoch, seq: last.s, balance: last.after } : nowhere;
    };
    const stays = async (account: string): Promise<Flaw | undefined> => {
      for (const endMs = performance.now() + patienceMs; ; await pause(pauseMs)) {
        const [user, head] = [await users.get(account), await standingNow(account)];
        const finding = user && judge(user.money, head);
        if (!finding || (finding.how === 'behind' && (await onTheWay()))) return undefined;
        // An event may be in its consumer's hands. Anything else stays: the ledger was read after the balance.
        if (finding.how !== 'behind' || performance.now() > endMs) return { store: 'users', account, seq: head.seq, reason: finding.reason };
      }
    };
    for await (const user of everyUser(users)) {
      const flaw = judge(user.money, heads.get(user._id) ?? nowhere) && (await stays(user._id));
      if (flaw) return flaw;
    }
    return undefined;
  } finally {
    await Promise.all(opened.map((one) => one.close()));
  }
}

async function* everyUser(users: { find(query: { filter: { _id: { gt: string } }; sort: { _id: 1 }; limit: number }): Promise<User[]> }): AsyncGenerator<User> {
  let after = '';
  for (;;) {
    const page = await users.find({ filter: { _id: { gt: after } }, sort: { _id: 1 }, limit: pageSize });
    yield* page;
    after = page.at(-1)?._id ?? after;
    if (page.length < pageSize) return;
  }
}
