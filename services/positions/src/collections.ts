import { type Aggregate, deedsDefinition, outboxIndex, type StoredDeed } from '@tradepost/platform/deeds.ts';
import type { Collection, CollectionDefinition, DocumentStore, Stored } from '@tradepost/platform/ports.ts';
import type { Paise } from '@tradepost/proto/api/money.ts';
import type { PositionType, ProfitColor, ProfitSource, TenThousandths } from '@tradepost/proto/api/positions/schemas.ts';
import type { State } from '@tradepost/proto/api/users/schemas.ts';

interface Numbered extends Aggregate {
  readonly account: string;
  /** 1, 2, 3 … within the account, never used twice. Taking the next number is the compare-and-set between additions and the closing of the account. */
  readonly number: number;
}

/** One position: the aggregate of this service. */
export interface Position extends Numbered {
  readonly kind: 'position';
  /** True until it is deleted; what is deleted stays, so that its number is not used again. */
  readonly listed: boolean;
  readonly symbol: string;
  readonly type: PositionType;
  readonly quantity: TenThousandths;
  readonly openPricePaise: Paise;
  /** 0 when none was entered. */
  readonly closePricePaise: Paise;
  readonly active: boolean;
  /** With its sign. Of a computed, active position what it was at the last change: the live price says more. */
  readonly profitPaise: Paise;
  readonly profitColor: ProfitColor;
  readonly profitSource: ProfitSource;
  /** Of a position closed without a close price: the market's price at that moment, which fixes the computed profit. */
  readonly fixedPricePaise?: Paise;
  readonly note?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Who entered or last changed it. */
  readonly by: { readonly id: string; readonly role: string };
  /** The idempotency key it was added under: unique, so that no retry adds a second one. */
  readonly addedUnder: string;
  /** The closing of the account that holds this position as it is. It counts as long as that closing stands. */
  readonly sealedBy?: string;
}

/** The account is being closed, or is closed: no number follows as long as this stands. */
export interface Closing extends Numbered {
  readonly kind: 'closing';
  /** Under which users asks for it. */
  readonly closingKey: string;
  readonly by: { readonly id: string; readonly role: string };
  readonly atMs: number;
  /** Absent while positions are being looked through; decided once. A refused or reopened one no longer stands. */
  readonly outcome?: 'closed' | 'refused' | 'reopened';
}

export type Entry = Position | Closing;

const present = { exists: true } as const;

export const entriesDefinition: CollectionDefinition = {
  name: 'positions',
  indexes: [
    { name: 'account_number', keys: { account: 1, number: 1 }, unique: true },
    { name: 'added_under', keys: { account: 1, addedUnder: 1 }, unique: true, where: { addedUnder: present } },
    { name: 'closing', keys: { account: 1, closingKey: 1, number: 1 }, where: { closingKey: present } },
    { name: 'account_createdAt', keys: { account: 1, createdAtMs: 1, _id: 1 }, where: { listed: true } },
    { name: 'account_symbol', keys: { account: 1, symbol: 1, _id: 1 }, where: { listed: true } },
    { name: 'active_createdAt', keys: { account: 1, active: 1, createdAtMs: 1, _id: 1 }, where: { listed: true } },
    { name: 'account_outbox', keys: { account: 1, 'outbox.0.id': 1 }, where: { 'outbox.0.id': present } },
    outboxIndex,
  ],
};

/** What positions knows of an account from the events of users. */
export interface Account extends Stored {
  readonly name: string;
  readonly state: State;
  /** Of the account in users; an older event changes nothing. */
  readonly version: number;
}

export const accountsDefinition: CollectionDefinition = { name: 'accounts', indexes: [] };

/** What positions knows of a symbol from the events of market. */
export interface StoredPrice extends Stored {
  readonly pricePaise: Paise;
  /** When the price was made. */
  readonly asOfMs: number;
  readonly status: string;
}

export const pricesDefinition: CollectionDefinition = { name: 'prices', indexes: [] };

export interface PositionsCollections {
  readonly entries: Collection<Entry>;
  readonly accounts: Collection<Account>;
  readonly prices: Collection<StoredPrice>;
  readonly deeds: Collection<StoredDeed>;
}

/**
 * Names the collections of the service. A sealed position is not replaced: the closing of its account has looked at it and counts on what it saw.
 */
export function positionsCollections(documents: DocumentStore): PositionsCollections {
  const entries = documents.collection<Entry>(entriesDefinition);
  const guarded: Collection<Entry> = {
    get: (id) => entries.get(id),
    find: (query) => entries.find(query),
    count: (query) => entries.count(query),
    insert: (document) => entries.insert(document),
    update: (id, change, where) => entries.update(id, change, where),
    updateAll: (ids, change) => entries.updateAll(ids, change),
    apply: (id, change, whereAny) => entries.apply(id, change, whereAny),
    remove: (id, where) => entries.remove(id, where),
    replace: (document, where) => entries.replace(document, { ...where, sealedBy: { exists: false } }),
  };
  return {
    entries: guarded,
    accounts: documents.collection<Account>(accountsDefinition),
    prices: documents.collection<StoredPrice>(pricesDefinition),
    deeds: documents.collection<StoredDeed>(deedsDefinition),
  };
}
