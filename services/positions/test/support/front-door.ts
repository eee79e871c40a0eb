// Positions as its callers see it: the real app on loopback, real tokens, the embedded store and bus, and a users service that the test writes down.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { accessTokenSigner, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { type Collection, type CollectionDefinition, type DocumentStore, type Stored, systemClock } from '@tradepost/platform/ports.ts';
import { listen } from '@tradepost/platform/server.ts';
import { openTestDocuments } from '@tradepost/platform/testing/stores.ts';
import { temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { State } from '@tradepost/proto/api/users/schemas.ts';
import { decodeEvent, type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createPositions } from '../../src/app.ts';
import { type Entry, positionsCollections } from '../../src/collections.ts';

const internalKey = 'the-internal-key-of-this-test';
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signer = accessTokenSigner(privateKey, systemClock);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Bodies of answers are looked at with toMatchObject and the like.
  readonly body: ReturnType<typeof JSON.parse>;
}

type Person = Awaited<ReturnType<Client<typeof usersInternal>['getAccounts']>>[number];

/** The users service, as far as positions asks it. */
function fakeUsers() {
  const people = new Map<string, Person>();
  const state = { away: false, asked: 0 };
  const never = () => Promise.reject(new Error('Positions does not ask this.'));
  const client: Client<typeof usersInternal> = {
    findIdentity: never,
    getIdentity: never,
    getContact: never,
    getAccounts: never,
    rebuildBalances: never,
    getDemonstration: never,
    getAccount: ({ params }) => {
      state.asked += 1;
      return state.away ? Promise.reject(new Refused('unavailable')) : Promise.resolve({ account: people.get(params?.id ?? '') ?? null });
    },
  };
  return { client, people, state };
}

/** The store, and its collections as the service has them. `meanwhile` is run once between a decision and its write. */
function watched(store: DocumentStore) {
  const collections = positionsCollections(store);
  const meanwhile: { insert?: () => Promise<unknown>; replace?: () => Promise<unknown> } = {};
  const once = async (name: 'insert' | 'replace'): Promise<void> => {
    const work = meanwhile[name];
    delete meanwhile[name];
    await work?.();
  };
  const entries: Collection<Entry> = {
    ...collections.entries,
    insert: async (entry) => {
      await once('insert');
      await collections.entries.insert(entry);
    },
    replace: async (entry, where) => {
      await once('replace');
      return collections.entries.replace(entry, where);
    },
  };
  const named: Readonly<Record<string, unknown>> = { positions: entries, accounts: collections.accounts, prices: collections.prices, deeds: collections.deeds };
  // The name says which of the three it is.
  const documents: DocumentStore = { ...store, collection: <T extends Stored>(definition: CollectionDefinition) => named[definition.name] as Collection<T> };
  return { documents, meanwhile, ...collections };
}

const open: { stop(): Promise<void> }[] = [];

/** Stops whatever a test has left running. */
export async function stopAll(): Promise<void> {
  for (const one of open.splice(0).reverse()) await one.stop();
}

/** Starts positions on a store of its own, or on the `folder` of another that was stopped. */
export async function startPositions(options: { folder?: string } = {}) {
  const folder = options.folder ?? temporaryFolder();
  const users = fakeUsers();
  const log = createLogger({ level: 'fatal', format: 'json', destination: { write: () => undefined } });
  const bus = await openEmbeddedBus({ file: join(folder, 'bus.db'), minimumFreeBytes: 1, retryDelaysMs: [1, 1] });
  const verifier = tokenVerifier(async () => [signer.publicKey()], systemClock);
  const { documents, meanwhile, entries, accounts, prices, deeds } = watched(openTestDocuments({ file: join(folder, 'positions.db'), minimumFreeBytes: 1 }));
  const context = { log, verifier, internalKey, requestHashKey: Buffer.alloc(32, 7), clock: systemClock, bus };
  const ports = { documents, users: users.client };
  const service = createPositions(context, ports);
  await service.start();
  const server = await listen(service.app, { host: '127.0.0.1', port: 0 });
  let running = true;

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: { 'x-internal-key': internalKey, ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const answered = await response.text();
    return { status: response.status, headers: response.headers, body: answered === '' ? undefined : JSON.parse(answered) };
  }

  const caller = (id: string, role: string) => {
    const { token } = signer.sign({ id, role, sessionId: randomBytes(8).toString('hex'), mustChangePassword: false });
    const headers = (key?: string) => ({ authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) });
    return {
      id,
      get: (path: string) => send('GET', `/api${path}`, undefined, headers()),
      post: (path: string, body: unknown, key?: string) => send('POST', `/api${path}`, body, headers(key)),
      patch: (path: string, body: unknown, key?: string) => send('PATCH', `/api${path}`, body, headers(key)),
      delete: (path: string, key?: string) => send('DELETE', `/api${path}`, undefined, headers(key)),
    };
  };

  async function publish<Name extends EventName>(topic: string, subject: string, name: Name, message: EventInput<Name>): Promise<void> {
    await bus.publish(topic, [{ id: timeOrderedId(Date.now()), ...encodeEvent(name, message), source: 'test', subject, time: new Date().toISOString() }]);
  }

  async function newAccount(state: State, role = '2', name = 'Asha Rao') {
    const id = timeOrderedId(Date.now());
    users.people.set(id, { _id: id, userId: 'TP123456', name, role, state, closing: false, bankDetails: null });
    await accounts.insert({ _id: id, name, state, version: 1 });
    return caller(id, role);
  }

  const platform = {
    folder,
    meanwhile,
    /** The same service in another process, as far as the store can tell. */
    another: createPositions(context, ports),
    users,
    entries,
    deeds,
    accounts,
    caller,
    send,
    newAccount,
    internal: (method: string, path: string, body?: unknown) => send(method, `/internal${path}`, body),
    /** What the market tells of a symbol, in rupees. */
    async price(symbol: string, rupees: number, asOf = '2026-06-03T08:00:00Z'): Promise<void> {
      const pricePaise = Math.round(rupees * 100);
      const told = { symbol, pricePaise: BigInt(pricePaise), asOfMs: BigInt(Date.parse(asOf)), status: 'live' };
      await publish('tradepost.market', 'market', 'SnapshotRefreshed', { atMs: told.asOfMs, prices: [told] });
      // A later round of another symbol is handled after it: the key is the same.
      const after = `AFTER ${timeOrderedId(Date.now())}`;
      await publish('tradepost.market', 'market', 'SnapshotRefreshed', { atMs: told.asOfMs, prices: [{ ...told, symbol: after }] });
      await until(async () => (await prices.get(after)) !== undefined);
    },
    async publishUserEvent<Name extends EventName>(name: Name, message: EventInput<Name> & { account?: string }): Promise<void> {
      await publish('tradepost.users', message.account ?? '', name, message);
    },
    /** Everything that positions has told of an account, oldest first; waits until nothing of it is unsent. */
    async events(account: string) {
      await until(async () => (await entries.count({ filter: { account, 'outbox.0.id': { exists: true } }, limit: 1 })) === 0);
      const told = (await bus.read({ topic: 'tradepost.positions', limit: 1000 })).map((event) => decodeEvent(event));
      return told.filter(({ message }) => 'account' in message && message.account === account);
    },
    async stop() {
      if (!running) return;
      running = false;
      await server.close(1_000);
      await service.stop();
      await bus.close();
    },
  };
  open.push(platform);
  return platform;
}

export type Platform = Awaited<ReturnType<typeof startPositions>>;

/** Waits for something that happens beside the calls; fails after 5 s. */
export async function until(done: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 5_000;
  while (!(await done())) {
    if (Date.now() > endMs) throw new Error('It did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What an administrator types; each test changes what it looks at. */
export const typed = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  symbol: 'RELIANCE',
  stockQuantity: 40,
  openPrice: 1321.5,
  closePrice: 1307.3,
  type: 'BUY',
  profit: 568,
  profitColor: 'red',
  status: false,
  ...changes,
});

/** An administrator and a client on a platform of their own. */
export async function staffAndClient(platform: Platform) {
  const admin = await platform.newAccount('active', '1', 'Meera Nair');
  const client = await platform.newAccount('active');
  return { admin, client };
}
