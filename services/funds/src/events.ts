import type { EventRecord } from '@tradepost/platform/ports.ts';
import { type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';
import type { Entry } from './collections.ts';

type Shared = Required<Pick<EventInput<'FundsAdded'>, 'account' | 'epoch' | 'seq' | 'amountPaise' | 'postedPaise' | 'heldPaise' | 'entryId' | 'atMs'>>;

function encode(entry: Entry): { type: string; data: Uint8Array } {
  const shared: Shared = {
    account: entry.a,
    epoch: BigInt(entry.epoch),
    seq: BigInt(entry.s),
    amountPaise: BigInt(entry.amt),
    postedPaise: BigInt(entry.after.posted),
    heldPaise: BigInt(entry.after.held),
    entryId: entry._id,
    atMs: BigInt(entry.at),
  };
  const settled = { ...shared, withdrawalId: entry.settles ?? '', reason: entry.reason ?? '' };
  switch (entry.t) {
    case 'deposit':
      return encodeEvent('FundsAdded', shared);
    case 'debit':
      return encodeEvent('FundsReduced', shared);
    case 'hold':
      return encodeEvent('WithdrawalRequested', { ...shared, withdrawalId: entry._id });
    case 'post':
      return encodeEvent('WithdrawalApproved', { ...shared, withdrawalId: settled.withdrawalId });
    case 'void':
      return encodeEvent<EventName>(entry.outcome === 'rejected' ? 'WithdrawalRejected' : 'WithdrawalCancelled', settled);
    case 'refused':
      return encodeEvent('FundsRefused', { ...shared, attempted: entry.refused?.tried ?? '', reason: entry.refused?.code ?? '' });
    case 'close':
      return encodeEvent('AccountClosed', shared);
  }
}

/** The event that an entry is. Derived each time, so that there is no second payload to disagree with the entry. */
export function eventOf(entry: Entry): EventRecord {
  return { id: entry._id, ...encode(entry), source: 'funds', subject: entry.a, time: new Date(entry.at).toISOString() };
}
