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
  const newer = await users.update(event.account, { set: { money } }, { 'money.epoch': money.epoch, 'money.seq': { lt: money.seq } });
  if (!newer) await users.update(event.account, { set: { money } }, { 'money.epoch': { lt: money.epoch } });
}
