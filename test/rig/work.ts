import { Agent } from 'node:http';
import { callUntilCertain, type Noted } from './caller.ts';
import { nextOperation, type PendingWithdrawals } from './operations.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

/** What the clients do, where, and for how long. */
export interface Work {
  readonly seed: number;
  readonly operations: number;
  readonly clients: number;
  readonly url: string;
  readonly people: People;
  readonly random: Random;
  /** Resolves when there is somebody to ask again. */
  readonly back: () => Promise<void>;
  /** Ends the operations before all are sent. */
  readonly until?: (() => boolean) | undefined;
  /** Counts what was sent, so that violence comes at the same points of the same seed. */
  readonly count: { sent: number };
}

/** The work of all clients, until each outcome is certain. Throws when one stays unknown for five minutes. */
export async function work({ seed, operations, clients, url, people, random, back, until, count }: Work): Promise<Noted[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const record: Noted[] = [];
  const pending: PendingWithdrawals = { known: [] };
  let failed: Error | undefined;
  // Once one has given up the run is lost, and the others need not go on asking.
  const again = async (): Promise<void> => {
    if (failed) throw failed;
    await back();
  };
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (count.sent < operations && until?.() !== true && failed === undefined) {
        count.sent += 1;
        const operation = nextOperation(random, people.accounts, pending);
        const key = `rig-${seed}-${count.sent}`;
        const signed = operation.by === 'client' ? people.clients.get(operation.account) : people.owner;
        const noted = await callUntilCertain(agent, new URL(url), operation, async () => (await signed?.token(again)) ?? '', key, again);
        record.push(noted);
        if (operation.kind === 'withdraw' && noted.answer.status === 201) pending.known.push({ account: operation.account, id: JSON.parse(noted.answer.body).withdrawal._id });
      }
    }),
  )
    .catch((error: Error) => {
      failed = error;
      throw error;
    })
    .finally(() => agent.destroy());
  return record;
}

/** Points of the work at which something is done to the platform; none among the last calls, which may all be answered before the last of them. */
export function pointsOf({ operations, kills, clients }: { operations: number; kills: number; clients: number }, random: Random): number[] {
  const lastPoint = Math.max(1, operations - 2 * clients);
  return Array.from({ length: kills }, () => random.whole(1, lastPoint)).sort((a, b) => a - b);
}
