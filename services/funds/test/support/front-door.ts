// Funds as its callers see it: the real app on loopback, real tokens, the embedded store and bus, and a users service that the test writes down.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { accessTokenSigner, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import { wordsOf } from '@tradepost/platform/list.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { type Clock, type Collection, type CollectionDefinition, type DocumentStore, type EventBus, type Stored, systemClock } from '@tradepost/platform/ports.ts';
import { listen } from '@tradepost/platform/server.ts';
import type { Service } from '@tradepost/platform/service.ts';
import { openTestDocuments } from '@tradepost/platform/testing/stores.ts';
import { temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { State } from '@tradepost/proto/api/users/schemas.ts';
import { decodeEvent, type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createFunds } from '../../src/app.ts';
import { type Account, accountsDefinition, type Entry, entriesDefinition } from '../../src/collections.ts';
import { type Setting, settingsDefinition } from '../../src/epoch.ts';

const internalKey = 'the-internal-key-of-this-test';
const requestHashKey = Buffer.alloc(32, 7);
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signer = accessTokenSigner(privateKey, systemClock);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Bodies of answers are looked at with toMatchObject and the like.
  readonly body: ReturnType<typeof JSON.parse>;
}

type Person = Awaited<ReturnType<Client<typeof usersInternal>['getAccounts']>>[number];

/** The users service, as far as funds asks it. */
export function fakeUsers() {
  const people = new Map<string, Person>();
  const asked: string[] = [];
  const state = { away: false };
  const answer = <T>(call: string, value: () => T): Promise<T> => {
    asked.push(call);
    return state.away ? Promise.reject(new Refused('unavailable')) : Promise.resolve(value());
  };
  const never = () => Promise.reject(new Error('Funds does not ask this.'));
  const client: Client<typeof usersInternal> = {
    findIdentity: never,
    getIdentity: never,
    getContact: never,
    getAccount: ({ params }) => answer('getAccount', () => ({ account: people.get(params?.id ?? '') ?? null })),
    getAccounts: ({ body }) => answer('getAccounts', () => (body?.ids ?? []).flatMap((id) => people.get(id) ?? [])),
    rebuildBalances: never,
    getDemonstration: never,
  };
  return { client, people, asked, state };
}

/** Gives the store's own collections to the test; `disturb` may put something between funds and its entries. */
function watched(store: DocumentStore, disturb: (entries: Collection<Entry>) => Collection<Entry>) {
  const entries = store.collection<Entry>(entriesDefinition);
  const accounts = store.collection<Account>(accountsDefinition);
  const named: Readonly<Record<string, unknown>> = {
    [entriesDefinition.name]: disturb(entries),
    [accountsDefinition.name]: accounts,
    [settingsDefinition.name]: store.collection<Setting>(settingsDefinition),
  };
  const watching: DocumentStore = {
    ...store,
    // The name says which of the two it is.
    collection: <T extends Stored>(definition: CollectionDefinition) => named[definition.name] as Collection<T>,
  };
  return { watching, entries, accounts };
}

async function openApp(options: {
  folder: string;
  bus: EventBus;
  clock: Clock;
  users: Client<typeof usersInternal>;
  log: string[];
  disturb: (entries: Collection<Entry>) => Collection<Entry>;
}) {
  const log = createLogger({ level: 'trace', format: 'json', destination: { write: (line: string) => void options.log.push(line) } });
  const verifier = tokenVerifier(async () => [signer.publicKey()], systemClock);
  await verifier.verify(signer.sign({ id: 'first', role: '2', sessionId: 'first', mustChangePassword: false }).token);
  const { watching, entries, accounts } = watched(openTestDocuments({ file: join(options.folder, 'funds.db'), minimumFreeBytes: 1 }), options.disturb);
  const service: Service = createFunds({ log, verifier, internalKey, requestHashKey, clock: options.clock, bus: options.bus }, { documents: watching, users: options.users });
  await service.start();
  const server = await listen(service.app, { host: '127.0.0.1', port: 0 });
  return { service, server, entries, accounts };
}

const open: { stop(): Promise<void> }[] = [];

/** Stops whatever a test has left running. */
export async function stopAll(): Promise<void> {
  for (const one of open.splice(0).reverse()) await one.stop();
}

/** Starts funds on a store of its own, or on the `folder` of another. */
export async function startFunds(
  options: { folder?: string; bus?: EventBus; clock?: Clock; users?: ReturnType<typeof fakeUsers>; disturb?: (entries: Collection<Entry>) => Collection<Entry> } = {},
) {
  const folder = options.folder ?? temporaryFolder();
  const users = options.users ?? fakeUsers();
  const lines: string[] = [];
  const ownBus = options.bus === undefined;
  const bus = options.bus ?? (await openEmbeddedBus({ file: join(folder, 'bus.db'), minimumFreeBytes: 1, retryDelaysMs: [1, 1] }));
  const { service, server, entries, accounts } = await openApp({
    folder,
    bus,
    clock: options.clock ?? systemClock,
    users: users.client,
    log: lines,
    disturb: options.disturb ?? ((collection) => collection),
  });
  const tokens: string[] = [];
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
    tokens.push(token);
    const headers = (key?: string) => ({ authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) });
    return {
      id,
      token,
      get: (path: string) => send('GET', `/api${path}`, undefined, headers()),
      post: (path: string, body: unknown, key?: string) => send('POST', `/api${path}`, body, headers(key)),
      put: (path: string, body: unknown, key?: string) => send('PUT', `/api${path}`, body, headers(key)),
      patch: (path: string, body: unknown, key?: string) => send('PATCH', `/api${path}`, body, headers(key)),
      delete: (path: string, key?: string) => send('DELETE', `/api${path}`, undefined, headers(key)),
    };
  };

  async function publishUserEvent<Name extends EventName>(name: Name, message: EventInput<Name> & { account?: string }): Promise<void> {
    const subject = message.account ?? '';
    await bus.publish('tradepost.users', [{ id: timeOrderedId(Date.now()), ...encodeEvent(name, message), source: 'users', subject, time: new Date().toISOString() }]);
  }

  async function newAccount(state: State, role = '2', name = 'Asha Rao') {
    const id = timeOrderedId(Date.now());
    const userId = `TP${String(users.people.size + 1).padStart(6, '0')}`;
    users.people.set(id, { _id: id, userId, name, role, state, closing: false, bankDetails: { bankName: 'State Bank', accountNumber: '••••1234', ifsc: 'SBIN0000001' } });
    await accounts.insert({ _id: id, userId, name, role, state, version: 1, words: wordsOf(name, userId) });
    return caller(id, role);
  }

  const platform = {
    folder,
    bus,
    users,
    service,
    entries,
    accounts,
    caller,
    send,
    newAccount,
    publishUserEvent,
    internal: (method: string, path: string, body?: unknown) => send(method, `/internal${path}`, body),
    ledger: (account: string) => entries.find({ filter: { a: account }, sort: { s: 1 }, limit: 1000 }),
    /** Everything on the bus that funds has told, oldest first; waits until nothing of `account` is unsent. */
    async events(account: string) {
      await until(async () => (await entries.count({ filter: { a: account, pub: 0 }, limit: 1 })) === 0);
      const told = await bus.read({ topic: 'tradepost.funds', limit: 1000 });
      return told.filter((event) => event.subject === account).map((event) => ({ id: event.id, ...decodeEvent(event) }));
    },
    logText: () => lines.join(''),
    tokens,
    async stop() {
      if (!running) return;
      running = false;
      await server.close(1_000);
      await service.stop();
      if (ownBus) await bus.close();
    },
  };
  open.push(platform);
  return platform;
}

export type Platform = Awaited<ReturnType<typeof startFunds>>;

/** Waits for something that happens beside the calls; fails after 5 s. */
export async function until(done: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 5_000;
  while (!(await done())) {
    if (Date.now() > endMs) throw new Error('It did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** An administrator, and a client with `amount` rupees. */
export async function clientWithFunds(platform: Platform, amount: number) {
  const admin = await platform.newAccount('active', '1', 'Meera Nair');
  const client = await platform.newAccount('active');
  if (amount > 0) expect(await admin.put(`/users/${client.id}/totalfund`, { amount })).toMatchObject({ status: 200 });
  return { admin, client };
}
