import type { CollectionDefinition, Stored } from '@tradepost/platform/ports.ts';

/** The password of one account; `_id` is the account. */
export interface Credentials extends Stored {
  /** Goes up with each new password. Sessions and links made under another version are worth nothing. */
  readonly version: number;
  readonly hash: string;
  /** Issued by somebody else: the next sign-in must change it. */
  readonly temporary: boolean;
  /** Idempotency key of the deed that set this password. */
  readonly setByKey: string;
  readonly changedAtMs: number;
}

/** An event that is committed with the session and not yet on the bus; data is protobuf in base64. */
export interface WaitingEvent {
  readonly id: string;
  readonly type: string;
  readonly atMs: number;
  readonly data: string;
}

/** One signed-in device. */
export interface Session extends Stored {
  readonly account: string;
  /** False once it ended before its time; never true again. */
  readonly live: boolean;
  readonly credentialsVersion: number;
  /** SHA-256 of the one refresh secret that is good now. */
  readonly refreshHash: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number;
  readonly expiresAtMs: number;
  readonly remember: boolean;
  /** Of a demonstration account, which many visitors share. */
  readonly demo: boolean;
  readonly device: string;
  readonly endedAtMs?: number;
  readonly endReason?: string;
  /** Idempotency key of the call that ended it. */
  readonly endKey?: string;
  readonly outbox: readonly WaitingEvent[];
}

/** A link to set a new password; `_id` is the SHA-256 of its token. Setting the password makes a new credentials version, so a link works once. */
export interface ResetLink extends Stored {
  readonly account: string;
  readonly credentialsVersion: number;
  readonly expiresAtMs: number;
}

export const credentialsDefinition: CollectionDefinition = { name: 'credentials', indexes: [] };

export const sessionsDefinition: CollectionDefinition = {
  name: 'sessions',
  indexes: [
    { name: 'live', keys: { account: 1, createdAtMs: 1, _id: 1 }, where: { live: true } },
    { name: 'ended', keys: { endedAtMs: 1, _id: 1 }, where: { endedAtMs: { exists: true } } },
    { name: 'expires', keys: { expiresAtMs: 1 } },
    { name: 'outbox', keys: { 'outbox.0.id': 1 }, where: { 'outbox.0.id': { exists: true } } },
  ],
};

export const resetLinksDefinition: CollectionDefinition = { name: 'reset-links', indexes: [{ name: 'expires', keys: { expiresAtMs: 1 } }] };
