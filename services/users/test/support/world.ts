import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { accessTokenSigner, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { openSqliteDocuments } from '@tradepost/platform/documents/sqlite.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { openFileObjects } from '@tradepost/platform/objects/filesystem.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { catalog, type DecodedEvent, decodeEvent, type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createUsers, type UsersPorts } from '../../src/app.ts';
import { usersCollections } from '../../src/collections.ts';

const internalKey = 'internal-key-of-the-tests';

export interface Answer {
  readonly status: number;
  // What came over the wire is judged by the tests, field by field.
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer has no type here.
  readonly body: any;
  readonly headers: Headers;
}

/** Auth as users sees it: keeps passwords, notes what was asked, and can be away. */
function authDouble() {
  const passwords = new Map<string, string>();
  const asked: { call: string; account: string; temporary?: boolean }[] = [];
  const keys = new Set<string>();
  const double = { away: false, passwords, asked };
  const note = (call: string, account: string, temporary?: boolean): void => {
    if (double.away) throw new Refused('unavailable');
    asked.push({ call, account, ...(temporary === undefined ? {} : { temporary }) });
  };
  const client: UsersPorts['auth'] = {
    async setCredentials({ body }) {
      if (!body) throw new Error('no body');
      note('setCredentials', body.account, body.temporary);
      if (body.password === 'password123')
        throw new Refused('invalid-fields', { detail: 'This password is too common', errors: [{ field: 'next', message: 'This password is too common' }] });
      if (keys.has(`${body.account} ${body.key}`)) return { set: false };
      keys.add(`${body.account} ${body.key}`);
      passwords.set(body.account, body.password);
      return { set: true };
    },
    async endSessions({ body }) {
      note('endSessions', body?.account ?? '');
    },
    async removeCredentials({ body }) {
      note('removeCredentials', body?.account ?? '');
      passwords.delete(body?.account ?? '');
    },
    publicKeys: async () => [],
    revocations: async () => [],
    checkSession: async () => ({ active: true }),
  };
  return Object.assign(double, { client });
}

/** Funds as users sees it: no money unless a test puts some there. */
function fundsDouble() {
  const double = { away: false, delayMs: 0, reasons: [] as ('balance' | 'holds')[], closed: [] as string[] };
  const client: UsersPorts['funds'] = {
    async getSummary() {
      if (double.away) throw new Refused('unavailable');
      await new Promise((resolve) => setTimeout(resolve, double.delayMs));
      return { totalfund: 500, heldFund: 120.5, availableFund: 379.5, withdrawals: [], deposits: [{ _id: 'd1', amount: 500, createdAt: '2026-01-01T00:00:00.000Z' }] };
    },
    listBalances: async () => [],
    async closeAccount({ params }) {
      if (double.away) throw new Refused('unavailable');
      if (double.reasons.length === 0 && params) double.closed.push(params.id);
      return { closed: double.reasons.length === 0, reasons: double.reasons };
    },
  };
  return Object.assign(double, { client });
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

function requestBody(body: Record<string, unknown> | FormData | undefined): { body?: FormData | string; headers: Record<string, string> } {
  if (body instanceof FormData) return { body, headers: {} };
  return body === undefined ? { headers: {} } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Fields and files as a browser sends them. */
export function form(fields: Record<string, string | Buffer | undefined>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else if (value) data.append(name, new Blob([new Uint8Array(value)]), '../../etc/name.exe');
  }
  return data;
}

/** The users service on its own files, on a real port, with real tokens. `stop` and `start` again keep the files. */
export async function usersWorld(options: { mode?: 'demo' | 'live' } = {}) {
  const folder = temporaryFolder();
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', destination: { write: (line: string) => void lines.push(line) } });
  const signer = accessTokenSigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), clock);
  const sealer = openSealer(randomBytes(32));
  const requestHashKey = randomBytes(32);
  const [auth, funds] = [authDouble(), fundsDouble()];
  const objectsFolder = join(folder, 'objects');

  async function startParts() {
    const bus = await openEmbeddedBus({ file: join(folder, 'bus.db'), clock });
    const objects = await openFileObjects({ folder: objectsFolder, sealer, clock });
    const context = { log, clock, bus, internalKey, requestHashKey, verifier: tokenVerifier(async () => [signer.publicKey()], clock) };
    const documents = openSqliteDocuments({ file: join(folder, 'users.db') });
    const service = createUsers(context, { documents, objects, sealer, auth: auth.client, funds: funds.client, mode: options.mode ?? 'demo' });
    await service.start();
    const server = createServer(service.app);
    const url = await listening(server);
    return { bus, objects, service, server, url };
  }

  let parts = await startParts();
  const world = {
    folder,
    clock,
    auth,
    funds,
    logText: () => lines.join(''),
    get service() {
      return parts.service;
    },
    async stop() {
      await new Promise((resolve) => parts.server.close(resolve).closeAllConnections());
      await parts.service.stop();
      await parts.objects.close();
      await parts.bus.close();
    },
    async begin() {
      parts = await startParts();
    },
    async restart() {
      await world.stop();
      await world.begin();
    },
    token: (id: string, role: string) => signer.sign({ id, role, sessionId: `s-${id}`, mustChangePassword: false }).token,
    async call(method: string, path: string, given: { as?: { _id: string; role: string }; body?: Record<string, unknown> | FormData; key?: string } = {}): Promise<Answer> {
      const { body, headers } = requestBody(given.body);
      const response = await fetch(parts.url + path, {
        method,
        body,
        headers: {
          ...headers,
          'x-internal-key': internalKey,
          'x-request-id': 'request-of-the-tests',
          ...(given.as ? { authorization: `Bearer ${world.token(given.as._id, given.as.role)}` } : {}),
          ...(given.key ? { 'idempotency-key': given.key } : {}),
        },
      });
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, headers: response.headers, body: isJson ? await response.json() : Buffer.from(await response.arrayBuffer()) };
    },
    /** Publishes an event of another service. */
    async publish<Name extends EventName>(name: Name, message: EventInput<Name>) {
      const { type, data } = encodeEvent(name, message);
      await parts.bus.publish(catalog[name].topic, [{ id: randomUUID(), type, source: 'funds', subject: 'x', time: new Date().toISOString(), data }]);
    },
    /** What users has told the others, read until it has settled. */
    async events(): Promise<DecodedEvent[]> {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return (await parts.bus.read({ topic: 'tradepost.users', limit: 1000 })).map((event) => decodeEvent(event));
    },
    /** Stores a file beside the service, as a registration that died would leave it. */
    stage: (key: string) => parts.objects.put(key, Buffer.from('left over'), { contentType: 'text/plain' }),
    /** Names of the stored objects. */
    objectNames: (): string[] => filesBelow(objectsFolder).filter((name) => name.endsWith('.sealed')),
    /** The documents of the service as they stand now. */
    storedDocuments: () => readDocuments(join(folder, 'users.db')),
    /** Every byte the service has written. */
    allBytes: () => Buffer.concat(filesBelow(folder).map((name) => readFileSync(name))).toString('latin1'),
  };
  await world.service.ensureOwner({ userId: 'owner', password: 'the password of the owner' });
  const found = await world.call('GET', '/internal/identity?login=owner');
  const owner: { _id: string; role: string } = found.body.identity;
  const made = await world.call('POST', '/api/users', {
    as: owner,
    body: { name: 'Mira Shah', email: 'mira@example.in', phone: '9811111111', dob: '1985-01-01', gender: 'female', role: '1' },
  });
  const admin: { _id: string; role: string } = made.body.user;
  return Object.assign(world, { owner, admin });
}

/** Reads people and deeds beside the service. */
async function readDocuments(file: string): Promise<unknown[]> {
  const documents = openSqliteDocuments({ file });
  const { users, deeds } = usersCollections(documents);
  await documents.open();
  const all = [...(await users.find({ limit: 1000 })), ...(await deeds.find({ limit: 1000 }))];
  await documents.close();
  return all;
}

export type World = Awaited<ReturnType<typeof usersWorld>>;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
}
