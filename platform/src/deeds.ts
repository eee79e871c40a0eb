import { type Code, codes, type FieldError } from '@tradepost/proto/api/codes.ts';
import { type catalog, decodeEvent, type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';
import type { Actor, Call } from './call.ts';
import { DuplicateKey, Refused } from './errors.ts';
import { timeOrderedId } from './ids.ts';
import type { OutboxSource, PendingEvent } from './outbox.ts';
import type { Clock, Collection, CollectionDefinition, EventRecord, Stored } from './ports.ts';
import { within } from './within.ts';

/**
 * A deed is what somebody did to an aggregate: the audit entry, the record of the idempotency key and the event, in one.
 * It is committed inside the aggregate's document by the very write that changes it (`outbox`), and moved to the deeds collection by the relay.
 */
export interface Deed {
  readonly id: string;
  /** The aggregate it was done to. */
  readonly scope: string;
  readonly key: string;
  readonly hash: string;
  /** What was done, for example `approved`. */
  readonly deed: string;
  readonly by: { readonly id: string; readonly role: string };
  /** Names of the fields concerned; never their values. */
  readonly fields: readonly string[];
  readonly atMs: number;
  /** What the caller was answered, for a replay; erased with the personal data of a deleted account. */
  readonly answer?: unknown;
  /** A refusal that is kept (409), in place of an answer. */
  readonly refused?: { readonly code: Code; readonly detail: string; readonly errors: readonly FieldError[] };
  readonly event?: { readonly name: EventName; readonly type: string /** Protobuf in base64. */; readonly data: string };
}

export interface StoredDeed extends Deed, Stored {
  /** False for kept refusals, which are no part of the audit. */
  readonly audited: boolean;
  /** The aggregate whose document it was committed in: the key of its event. */
  readonly subject?: string;
}

export interface Aggregate extends Stored {
  /** Goes up by one with each change. */
  readonly version: number;
  readonly outbox: readonly Deed[];
}

export const deedsDefinition: CollectionDefinition = {
  name: 'deeds',
  indexes: [
    { name: 'scope_key', keys: { scope: 1, key: 1 }, unique: true },
    { name: 'audit', keys: { scope: 1, atMs: 1, _id: 1 }, where: { audited: true } },
  ],
};

export const outboxIndex = { name: 'outbox', keys: { 'outbox.0.id': 1 }, where: { 'outbox.0.id': { exists: true } } } as const;

type DeedCall = Pick<Call<unknown>, 'idempotencyKey' | 'requestHash' | 'keyGiven'> & { readonly actor: Actor };

/** Makes the deed of a call. `event` is encoded here, so that the bytes that travel are the bytes that were committed. */
export function deedOf<Name extends EventName>(
  call: DeedCall,
  clock: Clock,
  what: { scope: string; deed: string; fields?: readonly string[]; answer?: unknown; event?: { name: Name; message: EventInput<Name> } },
): Deed {
  const now = clock.now();
  const encoded = what.event ? encodeEvent(what.event.name, what.event.message) : undefined;
  return {
    id: timeOrderedId(now),
    scope: what.scope,
    key: call.idempotencyKey,
    hash: call.requestHash,
    deed: what.deed,
    by: { id: call.actor.id, role: call.actor.role },
    fields: what.fields ?? [],
    atMs: now,
    ...(what.answer === undefined ? {} : { answer: what.answer }),
    ...(what.event && encoded ? { event: { name: what.event.name, type: encoded.type, data: Buffer.from(encoded.data).toString('base64') } } : {}),
  };
}

/** Looks for what a key did before: in the aggregate first, then among the moved ones (the relay moves in that order, so nothing slips between). */
export async function findDeed(deeds: Collection<StoredDeed>, scope: string, key: string, aggregate?: Aggregate): Promise<Deed | undefined> {
  const waiting = aggregate?.outbox.find((deed) => deed.key === key);
  if (waiting) return waiting;
  const [stored] = await deeds.find({ filter: { scope, key }, limit: 1 });
  return stored;
}

/** Gives the first answer again. Throws Refused: `key-reused` when the request is another one, or the refusal that was kept. */
export function replay<Answer>(deed: Deed, call: Pick<DeedCall, 'requestHash'>): Answer {
  if (deed.hash !== call.requestHash) throw new Refused('key-reused');
  if (deed.refused) throw new Refused(deed.refused.code, { detail: deed.refused.detail, errors: deed.refused.errors });
  return deed.answer as Answer;
}

/** Writes a deed that changes no aggregate (a reveal, a document viewed) or a kept refusal. A key that is there already stays as it is. */
export async function recordDeed(deeds: Collection<StoredDeed>, deed: Deed, audited = true, subject?: string): Promise<void> {
  try {
    await deeds.insert({ ...deed, _id: deed.id, audited, ...(subject === undefined ? {} : { subject }) });
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
  }
}

const waitMs = 10_000;
const inFlight = new Map<string, Promise<unknown>>();

/**
 * Runs a write once for each key: a second call with the same key waits for the first (10 s at most, then 503) and replays it.
 * A 409 is kept with the key; 401, 403, 422, 429 and 503 are not. Without a key of the caller's the write simply runs.
 */
export async function oncePerKey<Answer>(deeds: Collection<StoredDeed>, clock: Clock, scope: string, call: DeedCall, run: () => Promise<Answer>): Promise<Answer> {
  if (!call.keyGiven) return run();
  const name = `${scope}\n${call.idempotencyKey}`;
  const deadlineMs = Date.now() + waitMs;
  for (let first = inFlight.get(name); first; first = inFlight.get(name)) {
    if (Date.now() >= deadlineMs) throw new Refused('busy');
    // How it went is read from the store.
    const ended = first.catch(() => undefined);
    await within(deadlineMs - Date.now(), ended, () => undefined);
  }
  const mine = runOrReplay(deeds, clock, scope, call, run);
  inFlight.set(name, mine);
  try {
    return await mine;
  } finally {
    inFlight.delete(name);
  }
}

async function runOrReplay<Answer>(deeds: Collection<StoredDeed>, clock: Clock, scope: string, call: DeedCall, run: () => Promise<Answer>): Promise<Answer> {
  const [stored] = await deeds.find({ filter: { scope, key: call.idempotencyKey }, limit: 1 });
  if (stored) return replay<Answer>(stored, call);
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused && codes[error.code].status === 409) {
      const refused = { code: error.code, detail: error.message, errors: error.errors };
      await recordDeed(deeds, { ...deedOf(call, clock, { scope, deed: 'refused' }), refused }, false);
    }
    throw error;
  }
}

const attempts = 12;

/** The next state with its deed (version and outbox are set by `changeAggregate`), or an answer alone when nothing changes. */
export type Decision<T, Answer> = { readonly next: T; readonly deed: Deed; readonly answer: Answer } | { readonly answer: Answer };

/**
 * Changes one aggregate by compare-and-set on its version, and commits the deed in the same write.
 * `decide` sees the newest state and gives the next one with its deed; it may run several times, so it has no effect of its own.
 * Throws Refused `not-found` when there is none, `busy` after 12 lost races, and DuplicateKey when a unique value is taken by another.
 */
export async function changeAggregate<T extends Aggregate, Answer>(
  store: { readonly aggregates: Collection<T>; readonly deeds: Collection<StoredDeed> },
  id: string,
  call: DeedCall,
  decide: (current: T) => Decision<T, Answer> | Promise<Decision<T, Answer>>,
): Promise<Answer> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const current = await store.aggregates.get(id);
    if (!current) throw new Refused('not-found');
    const before = call.keyGiven ? await findDeed(store.deeds, id, call.idempotencyKey, current) : undefined;
    if (before) return replay<Answer>(before, call);
    const decided = await decide(current);
    if (!('next' in decided)) return decided.answer;
    const next: T = { ...decided.next, version: current.version + 1, outbox: [...current.outbox, decided.deed] };
    if (await store.aggregates.replace(next, { version: current.version, 'outbox.0.id': current.outbox[0]?.id ?? null })) return decided.answer;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * (attempt + 1)));
  }
  throw new Refused('busy');
}

const recordOf = (source: string, subject: string, deed: Deed, event: NonNullable<Deed['event']>): EventRecord => ({
  id: deed.id,
  type: event.type,
  source,
  subject,
  time: new Date(deed.atMs).toISOString(),
  data: Buffer.from(event.data, 'base64'),
});

/** The version that an event carries; 0 in those without one. */
function versionOf(event: NonNullable<Deed['event']>): bigint {
  const { message } = decodeEvent({ type: event.type, data: Buffer.from(event.data, 'base64') });
  return 'version' in message && typeof message.version === 'bigint' ? message.version : 0n;
}

/** The events of moved deeds since a time: by id, which begins with the time it was made, and by version within one millisecond. */
async function* movedSince(source: string, deeds: Collection<StoredDeed>, sinceMs: number): AsyncGenerator<readonly EventRecord[]> {
  let after = timeOrderedId(sinceMs).slice(0, 13);
  for (;;) {
    const page = await deeds.find({ filter: { _id: { gt: after } }, sort: { _id: 1 }, limit: 500 });
    const last = page.at(-1);
    if (!last) return;
    const told = page.flatMap((deed) => (deed.event ? [{ deed, event: deed.event, version: versionOf(deed.event) }] : []));
    told.sort((one, other) => one.deed.atMs - other.deed.atMs || Number(one.version - other.version));
    yield told.map(({ deed, event }) => recordOf(source, deed.subject ?? deed.scope, deed, event));
    after = last._id;
  }
}

/** The outbox of aggregates as the relay sees it: each deed is moved to the deeds collection before its event is sent, and taken out of the document after. */
export function aggregateOutbox<T extends Aggregate>(
  source: string,
  topic: (typeof catalog)[EventName]['topic'],
  aggregates: Collection<T>,
  deeds: Collection<StoredDeed>,
): OutboxSource {
  return {
    topic,
    async pending(limit) {
      const waiting = await aggregates.find({ filter: { 'outbox.0.id': { exists: true } }, sort: { 'outbox.0.id': 1 }, limit: Math.min(limit, 100) });
      const pending: PendingEvent[] = [];
      for (const aggregate of waiting) {
        for (const deed of aggregate.outbox) {
          await recordDeed(deeds, deed, true, aggregate._id);
          if (deed.event) {
            const event = recordOf(source, aggregate._id, deed, deed.event);
            pending.push({ event, position: { id: aggregate._id, item: deed.id } });
          } else {
            await aggregates.update(aggregate._id, { pull: { path: 'outbox', ids: [deed.id] } });
          }
        }
      }
      return pending;
    },
    since: (sinceMs) => movedSince(source, deeds, sinceMs),
    async settle(sent) {
      const byAggregate = Map.groupBy(sent, ({ position }) => position.id);
      await Promise.all([...byAggregate].map(([id, items]) => aggregates.update(id, { pull: { path: 'outbox', ids: items.map(({ position }) => position.item) } })));
    },
  };
}
