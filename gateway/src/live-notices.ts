import type { LiveEvent, LiveNotice } from '@tradepost/proto/api/gateway/paths.ts';
import { catalog, type DecodedEvent, type EventName } from '@tradepost/proto/events/catalog.ts';

/** Who reads of an event, and under which name. */
interface Line {
  /** The account the event is about. */
  readonly owner?: LiveEvent;
  /** Every administrator and owner of the platform. */
  readonly staff?: LiveEvent;
  /** Whoever is signed in. */
  readonly everybody?: LiveEvent;
}

/** The one table of what leaves the platform by the stream. */
const lines: { readonly [Name in EventName]: Line } = {
  SessionRevoked: { owner: 'profile' },

  UserRegistered: { staff: 'registrations' },
  UserApproved: { owner: 'profile', staff: 'accounts' },
  UserDisabled: { staff: 'accounts' },
  UserUpdated: { owner: 'profile', staff: 'accounts' },
  UserDeleted: { staff: 'accounts' },
  BankDetailsSaved: { owner: 'profile', staff: 'accounts' },

  FundsAdded: { owner: 'funds', staff: 'accounts' },
  FundsReduced: { owner: 'funds', staff: 'accounts' },
  FundsRefused: { owner: 'funds' },
  WithdrawalRequested: { owner: 'withdrawals', staff: 'withdrawals-queue' },
  WithdrawalApproved: { owner: 'withdrawals', staff: 'withdrawals-queue' },
  WithdrawalRejected: { owner: 'withdrawals', staff: 'withdrawals-queue' },
  WithdrawalCancelled: { owner: 'withdrawals', staff: 'withdrawals-queue' },
  AccountClosed: { staff: 'accounts' },

  PositionAdded: { owner: 'positions', staff: 'accounts' },
  PositionUpdated: { owner: 'positions', staff: 'accounts' },
  PositionDeleted: { owner: 'positions', staff: 'accounts' },

  SiteContentUpdated: { everybody: 'site' },
  ContactMessageReceived: { staff: 'contact-messages' },
  // A tick of the market is nobody's own; pages read prices by the clock.
  SnapshotRefreshed: {},
};

/** Fields of an event that may leave: they say which thing changed. Whatever a later event carries besides stays here. */
const told: ReadonlySet<string> = new Set(['account', 'seq', 'version', 'withdrawalId', 'position'] satisfies (keyof LiveNotice)[]);

/** One frame's worth: to the streams of one account, of all staff, or of everybody. */
export interface Notice {
  readonly to: { readonly account: string } | 'staff' | 'everybody';
  readonly event: LiveEvent;
  readonly data: LiveNotice;
}

/** The topics whose events are told of. */
export const liveTopics: readonly string[] = [
  ...new Set((Object.keys(lines) as EventName[]).filter((name) => Object.keys(lines[name]).length > 0).map((name) => catalog[name].topic)),
];

/** Says who is told what about an event; nothing for an event that concerns no reader. */
export function noticesOf({ name, message }: DecodedEvent): Notice[] {
  const line = lines[name];
  const fields = Object.entries(message).filter(([field, value]) => told.has(field) && value !== '');
  const data: LiveNotice = { kind: name, ...Object.fromEntries(fields.map(([field, value]) => [field, typeof value === 'bigint' ? Number(value) : value])) };
  return [
    ...(line.owner && data.account !== undefined ? [{ to: { account: data.account }, event: line.owner, data }] : []),
    ...(line.staff ? [{ to: 'staff' as const, event: line.staff, data }] : []),
    ...(line.everybody ? [{ to: 'everybody' as const, event: line.everybody, data }] : []),
  ];
}
