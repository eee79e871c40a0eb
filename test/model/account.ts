// The real account behind the same questions: the funds app on a real store, over HTTP.
import { isDeepStrictEqual } from 'node:util';
import type { startFunds } from '../../services/funds/test/support/front-door.ts';
import type { Asked, Book, Told } from './book.ts';

type Funds = Awaited<ReturnType<typeof startFunds>>;
type Answer = Awaited<ReturnType<Funds['send']>>;
type Caller = Awaited<ReturnType<Funds['newAccount']>>;

/** What came back, and the part of it that a model can foretell. */
export interface Heard {
  readonly told: Told | { readonly status: number };
  /** Everything that was answered, for "the same answer again". */
  readonly text: string;
}

const rupees = (amountPaise: number): string => `${Math.floor(amountPaise / 100)}.${String(amountPaise % 100).padStart(2, '0')}`;

function toldBy({ status, body }: Answer): Heard['told'] {
  if (status === 409 || status === 422) return { status, code: String(body.code) };
  if (status !== 200 && status !== 201) return { status };
  if (body.withdrawal !== undefined) return { status, withdrawal: String(body.withdrawal.status) };
  return { status, postedPaise: Math.round(Number(body.totalfund) * 100) };
}

/** A new account on running funds; `replicas` are processes' worth of funds on one store, and calls go to them in turn. */
export async function openAccount(replicas: readonly Funds[]) {
  const [first] = replicas;
  if (!first) throw new RangeError('An account needs funds to be on.');
  const account = await first.newAccount('active');
  const administrator = first.caller('the-administrator', '1');
  const doors = replicas.map((funds): { admin: Caller; client: Caller } => ({ admin: funds.caller(administrator.id, '1'), client: funds.caller(account.id, '2') }));
  const ids = new Map<string, string>();
  let turn = 0;

  function send({ kind, amountPaise, key, of }: Asked): Promise<Answer> {
    turn += 1;
    const door = doors[turn % doors.length] ?? doors[0];
    if (!door) throw new RangeError('There is no door.');
    const amount = `{"amount":${rupees(amountPaise)}}`;
    const withdrawal = `/${account.id}/withdrawals/${ids.get(of ?? '')}`;
    if (kind === 'deposit') return door.admin.put(`/users/${account.id}/totalfund`, amount, key);
    if (kind === 'debit') return door.admin.patch(`/${account.id}/reduce-fund`, amount, key);
    if (kind === 'withdraw') return door.client.post(`/${account.id}/withdrawals`, amount, key);
    if (kind === 'cancel') return door.client.delete(withdrawal, key);
    return door.admin.patch(withdrawal, { action: kind }, key);
  }

  return {
    async ask(asked: Asked): Promise<Heard> {
      const answer = await send(asked);
      if (asked.kind === 'withdraw' && answer.status === 201) ids.set(asked.key, answer.body.withdrawal._id);
      return { told: toldBy(answer), text: JSON.stringify(answer.body) };
    },
    /** Where the account stands, as the model counts it. */
    async standing(): Promise<Standing> {
      const [newest] = await first.entries.find({ filter: { a: account.id }, sort: { s: -1 }, limit: 1 });
      return { entries: newest?.s ?? 0, posted: newest?.after.posted ?? 0, held: newest?.after.held ?? 0 };
    },
  };
}

export type RealAccount = Awaited<ReturnType<typeof openAccount>>;

export interface Standing {
  readonly entries: number;
  readonly posted: number;
  readonly held: number;
}

/** Whether a model and the real account stand alike. */
export const standsLike = (book: Book, { entries, posted, held }: Standing): boolean =>
  isDeepStrictEqual({ entries: book.entries, posted: book.posted, held: book.held }, { entries, posted, held });
