import type { AnswerIn, Call } from '@tradepost/platform/call.ts';
import { DuplicateKey, Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type * as internal from '@tradepost/proto/api/positions/internal.ts';
import type { Closing } from '../collections.ts';
import { headOf, stands } from '../entries.ts';
import type { Positions } from '../positions.ts';

type CloseCall = Call<typeof internal.closeAccount>;

const attempts = 12;
const pageSize = 200;

/**
 * Closes an account for good, unless a position in it is active. The closing takes the next number, so that no addition comes after it;
 * then every closed position is sealed, so that none is opened again; what is active refuses. Decided once: the same key answers the same.
 */
export function closeAccount(state: Positions, call: CloseCall): Promise<AnswerIn<typeof internal.closeAccount>> {
  return state.inTurn(call.params.id, async () => {
    const closing = await beginClosing(state, call);
    const outcome = closing.outcome ?? (await decide(state, closing, (await sealAll(state, closing)) ? 'closed' : 'refused'));
    if (outcome === 'closed') return { closed: true, reasons: [] };
    await unsealAll(state, closing);
    return { closed: false, reasons: ['positions'] };
  });
}

/** Takes a closing back, because the account is not deleted after all. A refused one and none at all are left as they are. */
export function reopenAccount(state: Positions, { params, body }: Call<typeof internal.reopenAccount>): Promise<undefined> {
  return state.inTurn(params.id, async () => {
    const closing = await closingOf(state, params.id, body.key);
    if (!closing || closing.outcome === 'refused') return undefined;
    await state.entries.update(closing._id, { set: { outcome: 'reopened' } });
    await unsealAll(state, closing);
    return undefined;
  });
}

/** The newest closing of this account under this key. */
async function closingOf({ entries }: Positions, account: string, closingKey: string): Promise<Closing | undefined> {
  const [found] = await entries.find({ filter: { account, closingKey }, sort: { number: -1 }, limit: 1 });
  return found?.kind === 'closing' ? found : undefined;
}

/** Gives the closing that is under way or decided already, or begins one. One that was reopened is begun anew. */
async function beginClosing(state: Positions, { params, body }: CloseCall): Promise<Closing> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await closingOf(state, params.id, body.key);
    if (before && before.outcome !== 'reopened') return before;
    const head = await headOf(state, params.id);
    if (head?.kind === 'closing' && stands(head)) return head;
    const closing = newClosing(state, params.id, body, (head?.number ?? 0) + 1);
    try {
      await state.entries.insert(closing);
      return closing;
    } catch (error) {
      // An addition was faster.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  }
  throw new Refused('busy');
}

function newClosing({ clock }: Positions, account: string, { key, by }: CloseCall['body'], number: number): Closing {
  const atMs = clock.now();
  return { _id: timeOrderedId(atMs), version: 1, outbox: [], kind: 'closing', account, number, closingKey: key, by, atMs };
}

/** Seals what is closed. False as soon as something is active. */
async function sealAll(state: Positions, closing: Closing): Promise<boolean> {
  const { account, _id } = closing;
  if ((await state.entries.count({ filter: { account, listed: true, active: true }, limit: 1 })) > 0) return false;
  for await (const id of listedIds(state, account)) {
    if (await state.entries.update(id, { set: { sealedBy: _id } }, { active: false, listed: true })) continue;
    const entry = await state.entries.get(id);
    if (entry?.kind === 'position' && entry.listed) return false;
  }
  return true;
}

async function unsealAll(state: Positions, closing: Closing): Promise<void> {
  for await (const id of listedIds(state, closing.account)) await state.entries.update(id, { unset: ['sealedBy'] }, { sealedBy: closing._id });
}

async function* listedIds({ entries }: Positions, account: string): AsyncGenerator<string> {
  for (let number = 0; ; ) {
    const page = await entries.find({ filter: { account, listed: true }, sort: { number: 1 }, after: [number], limit: pageSize });
    for (const { _id } of page) yield _id;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    number = last.number;
  }
}

/** Writes the outcome down unless another process was faster; gives the one that counts. */
async function decide({ entries }: Positions, closing: Closing, outcome: 'closed' | 'refused'): Promise<Closing['outcome']> {
  if (await entries.update(closing._id, { set: { outcome } }, { outcome: { exists: false } })) return outcome;
  const decided = await entries.get(closing._id);
  return decided?.kind === 'closing' ? decided.outcome : undefined;
}
