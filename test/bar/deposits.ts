import { Agent } from 'node:http';
import { callUntilCertain, type Noted } from '../rig/caller.ts';
import type { Operation } from '../rig/operations.ts';
import { ownerPassword, registeredPerson, registrationForm, Visitor } from '../support/platform.ts';

/** Registers `count` clients over the API; gives their ids and the owner, signed in. */
export async function newAccounts(url: string, count: number): Promise<{ owner: Visitor; accounts: string[] }> {
  const owner = new Visitor(url);
  await owner.signIn('owner', ownerPassword);
  const accounts: string[] = [];
  for (let number = 0; number < count; number += 1) accounts.push((await owner.post('/api/register', registrationForm(await registeredPerson()))).body.user._id);
  return { owner, accounts };
}

/**
 * Deposits a rupee again and again, one call at a time on each account and all accounts at once, as long as `goOn` says so, which is told how many were sent.
 * Each call has a key of its own that begins with `name`. Gives what the clients noted. Throws when an outcome stays unknown for five minutes.
 */
export async function depositOnAll(url: string, token: string, accounts: readonly string[], name: string, goOn: (sent: number) => boolean): Promise<Noted[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: accounts.length });
  const record: Noted[] = [];
  let sent = 0;
  await Promise.all(
    accounts.map(async (account) => {
      while (goOn(sent)) {
        sent += 1;
        const path = `/api/users/${account}/totalfund`;
        const operation: Operation = { kind: 'deposit', account, amountPaise: 100, by: 'administrator', method: 'PUT', path, body: { amount: 1 } };
        record.push(await callUntilCertain(agent, new URL(url), operation, token, `${name}-${sent}`));
      }
    }),
  );
  agent.destroy();
  return record;
}
