// Every event of the platform: from its name to its type, topic and schema. From here a reader goes to the contract and to the services' consumers.ts.
import { create, type DescMessage, fromBinary, type MessageInitShape, type MessageShape, toBinary } from '@bufbuild/protobuf';
import * as auth from './gen/auth_pb.ts';
import * as funds from './gen/funds_pb.ts';
import * as market from './gen/market_pb.ts';
import * as positions from './gen/positions_pb.ts';
import * as siteContent from './gen/site_content_pb.ts';
import * as users from './gen/users_pb.ts';

interface EventDefinition {
  readonly type: `tradepost.${string}.v1`;
  readonly topic: `tradepost.${string}`;
  readonly schema: DescMessage;
}

export const catalog = {
  SessionRevoked: { type: 'tradepost.SessionRevoked.v1', topic: 'tradepost.auth', schema: auth.SessionRevokedSchema },

  UserRegistered: { type: 'tradepost.UserRegistered.v1', topic: 'tradepost.users', schema: users.UserRegisteredSchema },
  UserApproved: { type: 'tradepost.UserApproved.v1', topic: 'tradepost.users', schema: users.UserApprovedSchema },
  UserDisabled: { type: 'tradepost.UserDisabled.v1', topic: 'tradepost.users', schema: users.UserDisabledSchema },
  UserUpdated: { type: 'tradepost.UserUpdated.v1', topic: 'tradepost.users', schema: users.UserUpdatedSchema },
  UserDeleted: { type: 'tradepost.UserDeleted.v1', topic: 'tradepost.users', schema: users.UserDeletedSchema },
  BankDetailsSaved: { type: 'tradepost.BankDetailsSaved.v1', topic: 'tradepost.users', schema: users.BankDetailsSavedSchema },

  FundsAdded: { type: 'tradepost.FundsAdded.v1', topic: 'tradepost.funds', schema: funds.FundsAddedSchema },
  FundsReduced: { type: 'tradepost.FundsReduced.v1', topic: 'tradepost.funds', schema: funds.FundsReducedSchema },
  FundsRefused: { type: 'tradepost.FundsRefused.v1', topic: 'tradepost.funds', schema: funds.FundsRefusedSchema },
  WithdrawalRequested: { type: 'tradepost.WithdrawalRequested.v1', topic: 'tradepost.funds', schema: funds.WithdrawalRequestedSchema },
  WithdrawalApproved: { type: 'tradepost.WithdrawalApproved.v1', topic: 'tradepost.funds', schema: funds.WithdrawalApprovedSchema },
  WithdrawalRejected: { type: 'tradepost.WithdrawalRejected.v1', topic: 'tradepost.funds', schema: funds.WithdrawalRejectedSchema },
  WithdrawalCancelled: { type: 'tradepost.WithdrawalCancelled.v1', topic: 'tradepost.funds', schema: funds.WithdrawalCancelledSchema },
  AccountClosed: { type: 'tradepost.AccountClosed.v1', topic: 'tradepost.funds', schema: funds.AccountClosedSchema },

  PositionAdded: { type: 'tradepost.PositionAdded.v1', topic: 'tradepost.positions', schema: positions.PositionAddedSchema },
  PositionUpdated: { type: 'tradepost.PositionUpdated.v1', topic: 'tradepost.positions', schema: positions.PositionUpdatedSchema },
  PositionDeleted: { type: 'tradepost.PositionDeleted.v1', topic: 'tradepost.positions', schema: positions.PositionDeletedSchema },

  SiteContentUpdated: { type: 'tradepost.SiteContentUpdated.v1', topic: 'tradepost.site_content', schema: siteContent.SiteContentUpdatedSchema },
  ContactMessageReceived: { type: 'tradepost.ContactMessageReceived.v1', topic: 'tradepost.site_content', schema: siteContent.ContactMessageReceivedSchema },

  SnapshotRefreshed: { type: 'tradepost.SnapshotRefreshed.v1', topic: 'tradepost.market', schema: market.SnapshotRefreshedSchema },
} as const satisfies Record<string, EventDefinition>;

type Catalog = typeof catalog;
export type EventName = keyof Catalog;
/** What a producer hands in: fields left out are empty, `int64` is bigint. */
export type EventInput<Name extends EventName> = MessageInitShape<Catalog[Name]['schema']>;
/** What a consumer reads. */
export type EventMessage<Name extends EventName> = MessageShape<Catalog[Name]['schema']>;
/** A read event; `name` tells the compiler which message it is. */
export type DecodedEvent = { [Name in EventName]: { readonly name: Name; readonly message: EventMessage<Name> } }[EventName];

const names = new Map<string, EventName>();
for (const name of Object.keys(catalog) as EventName[]) names.set(catalog[name].type, name);

/** Gives the type and the bytes of an event. Throws when a number does not fit its field. */
export function encodeEvent<Name extends EventName>(name: Name, message: EventInput<Name>): { type: Catalog[Name]['type']; data: Uint8Array } {
  const schema: Catalog[Name]['schema'] = catalog[name].schema;
  return { type: catalog[name].type, data: toBinary(schema, create(schema, message)) };
}

/** Reads an event that travelled. Throws an Error with a sentence for a type that is not in the catalog and for bytes that are not its message. Fields of a newer producer are kept unread. */
export function decodeEvent(record: { readonly type: string; readonly data: Uint8Array }): DecodedEvent {
  const name = names.get(record.type);
  if (!name) throw new Error(`There is no event of type ${JSON.stringify(record.type)} in the catalog.`);
  try {
    // The name was found by the type, so the schema of that name is the one that reads the bytes.
    return { name, message: fromBinary<DescMessage>(catalog[name].schema, record.data) } as DecodedEvent;
  } catch (error) {
    throw new Error(`The bytes of an event of type ${record.type} cannot be read.`, { cause: error });
  }
}
