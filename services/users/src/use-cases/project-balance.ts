import { Unprocessable } from '@tradepost/platform/errors.ts';
import type { Filter, StoredEvent } from '@tradepost/platform/ports.ts';
import type { DecodedEvent } from '@tradepost/proto/events/catalog.ts';
import type { MoneyProjection } from '../collections.ts';
import type { Users } from '../users.ts';

interface BalanceAfter {
  readonly account: string;
  readonly epoch: bigint;
  readonly seq: bigint;
  readonly postedPaise: bigint;
  readonly heldPaise: bigint;
}

/** Keeps the newest balance for the list: absolute values under the highest (epoch, seq), so that events may come twice, late or in any order. */
export async function projectBalance({ users }: Users, event: BalanceAfter): Promise<void> {
  const money: MoneyProjection = { epoch: Number(event.epoch), seq: Number(event.seq), postedPaise: Number(event.postedPaise), heldPaise: Number(event.heldPaise) };
  const older: Filter[] = [{ 'money.epoch': money.epoch, 'money.seq': { lt: money.seq } }, { 'money.epoch': { lt: money.epoch } }];
  await users.apply(event.account, { set: { money } }, older);
}

/**
 * Throws Unprocessable for a balance that no ledger tells: of another account than its key's, of no entry, or out of the bounds of money. One such number
 * would stand above all that come after it, and an event without an account would pass for one that replaces those before it.
 */
export function assertBalance({ message }: DecodedEvent, { subject }: StoredEvent): void {
  if (!('heldPaise' in message)) return;
  const { account, epoch, seq, postedPaise, heldPaise } = message;
  if (account === '' || account !== subject) throw new Unprocessable('The event names another account than its key.');
  if (epoch < 0n || seq < 1n || heldPaise < 0n || heldPaise > postedPaise) throw new Unprocessable('The event tells of an entry or a balance that cannot be.');
  for (const number of [epoch, seq, postedPaise]) if (number > Number.MAX_SAFE_INTEGER) throw new Unprocessable('The event holds a number that is too large.');
}
