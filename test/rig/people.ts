import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';
import type { Findings } from './books.ts';

/** A token lives ten minutes, and a call may be tried for five. */
export const usualRenewalMs = 240_000;
const retryPauseMs = 25;
const longestMs = 300_000;

/** Somebody who stays signed in for as long as the run takes. */
export interface Signed {
  readonly visitor: Visitor;
  /** A token that is good for some minutes. `back` resolves when there is somebody to ask again. Throws when that is not possible within five minutes. */
  token(back?: () => Promise<void>): Promise<string>;
  signIns(): number;
}

/** Signs in anew after `everyMs` at the latest; with the password, because a renewal by cookie whose answer is lost looks like a stolen cookie. */
export async function stayingSignedIn(visitor: Visitor, userId: string, password: string, everyMs: number): Promise<Signed> {
  await visitor.signIn(userId, password);
  let [signedInMs, signIns] = [performance.now(), 1];
  // Those who began together must not come back together: passwords are checked two at a time.
  const dueMs = everyMs * (0.5 + Math.random() / 2);
  let under: Promise<void> | undefined;

  async function signInAnew(back?: () => Promise<void>): Promise<void> {
    const deadlineMs = performance.now() + longestMs;
    for (;;) {
      const beganMs = performance.now();
      const answer = await visitor.post('/api/login', { userId, password }).catch((error: Error) => error);
      if ('status' in answer && answer.status === 200) {
        visitor.token = answer.body.token;
        signedInMs = beganMs;
        signIns += 1;
        return;
      }
      const heard = 'status' in answer ? `${answer.status} ${JSON.stringify(answer.body)}` : answer.message;
      if (('status' in answer && answer.status !== 503) || performance.now() > deadlineMs) throw new Error(`${userId} could not sign in again: ${heard}`);
      await back?.();
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
  }

  return {
    visitor,
    signIns: () => signIns,
    async token(back) {
      if (performance.now() - signedInMs > dueMs) {
        under ??= signInAnew(back).finally(() => {
          under = undefined;
        });
        await under;
      }
      return visitor.token;
    },
  };
}

export interface People {
  readonly accounts: readonly string[];
  readonly clients: ReadonlyMap<string, Signed>;
  readonly owner: Signed;
}

/** Registers and approves the clients over the API; the owner is the one who books and decides. All of them sign in anew every `renewalMs`. */
export async function preparePeople(url: string, count: number, renewalMs: number): Promise<People> {
  const owner = await stayingSignedIn(new Visitor(url), 'owner', ownerPassword, renewalMs);
  const clients = new Map<string, Signed>();
  for (let number = 0; number < count; number += 1) {
    const person = await registeredPerson();
    const client = new Visitor(url);
    const { user } = (await client.post('/api/register', registrationForm(person))).body;
    await owner.token();
    await owner.visitor.patch(`/api/users/${user._id}/approve`, { status: true });
    clients.set(user._id, await stayingSignedIn(client, user.userId, person.password, renewalMs));
  }
  return { accounts: [...clients.keys()], clients, owner };
}

export const signInsOf = ({ owner, clients }: People): number => [owner, ...clients.values()].reduce((sum, one) => sum + one.signIns(), 0);

/** What an administrator reads on the screens is what the books add up to. */
export async function readFaults({ owner, accounts }: People, { balances }: Pick<Findings, 'balances'>): Promise<string[]> {
  const faults: string[] = [];
  for (const account of accounts) {
    await owner.token();
    const { status, body } = await owner.visitor.get(`/api/user/${account}`);
    const { posted, held } = balances.get(account) ?? { posted: 0, held: 0 };
    if (status !== 200 || body.totalfund !== posted / 100 || body.heldFund !== held / 100)
      faults.push(`account ${account}: reading it was answered ${status} with ${body.totalfund}/${body.heldFund}, the books say ${posted}/${held} paise`);
  }
  return faults;
}
