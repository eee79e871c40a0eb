import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { accessTokenSigner, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { openFileObjects } from '@tradepost/platform/objects/filesystem.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { openTestDocuments } from '@tradepost/platform/testing/stores.ts';
import { temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { catalog, type DecodedEvent, decodeEvent, type EventInput, type EventName, encodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createUsers } from '../../src/app.ts';
import { usersCollections } from '../../src/collections.ts';
import { authDouble, fundsDouble, positionsDouble } from './doubles.ts';

const internalKey = 'internal-key-of-the-tests';

/** Members that tests read of answers. Which of them are there is what the tests judge. */
interface Body {
  readonly _id: string;
  readonly deed: string;
  readonly totalfund: number;
  readonly version: number;
  readonly status: number;
  readonly pancard: string;
  readonly aadharcard: string;
  readonly image: string;
  readonly panimg: string;
  readonly temporaryPassword: string;
  readonly errors: readonly { readonly field: string }[];
  readonly user: Person & { readonly version: number; readonly state: string };
  readonly identity: Person;
  readonly account: { readonly state: string; readonly bankDetails: unknown };
  readonly contact: { readonly email: string } | null;
}

/** Who acts, and what the answers tell of him. */
export interface Person {
  readonly _id: string;
  readonly role: string;
  readonly userId: string;
  readonly email: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  /** The body where it is a list. */
  readonly rows: readonly Body[];
  /** The body where it is a file. */
  readonly bytes: Buffer;
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

/** What stays the same when the service stops and starts again. */
function makeGround() {
  const folder = temporaryFolder();
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', format: 'json', destination: { write: (line: string) => void lines.push(line) } });
  const signer = accessTokenSigner(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), clock);
  return {
    folder,
    clock,
    lines,
    log,
    signer,
    sealer: openSealer(randomBytes(32)),
    requestHashKey: randomBytes(32),
    auth: authDouble(),
    funds: fundsDouble(),
    positions: positionsDouble(),
  };
}
type Ground = ReturnType<typeof makeGround>;

async function startParts({ folder, clock, log, signer, sealer, requestHashKey, auth, funds, positions }: Ground, mode: 'demo' | 'live') {
  const bus = await openEmbeddedBus({ file: join(folder, 'bus.db'), clock });
  const objects = await openFileObjects({ folder: join(folder, 'objects'), sealer, clock });
  const context = { log, clock, bus, internalKey, requestHashKey, verifier: tokenVerifier(async () => [signer.publicKey()], clock) };
  const documents = openTestDocuments({ file: join(folder, 'users.db') });
  const service = createUsers(context, { documents, objects, sealer, auth: auth.client, funds: funds.client, positions: positions.client, mode });
  try {
    await service.start();
  } catch (error) {
    for (const port of [documents, objects, bus]) await port.close();
    throw error;
  }
  const server = createServer(service.app);
  return { bus, objects, service, server, url: await listening(server) };
}

interface Given {
  readonly as?: { readonly _id: string; readonly role: string };
  readonly body?: Record<string, unknown> | FormData;
  readonly key?: string;
}

async function send({ signer }: Ground, method: string, url: string, given: Given): Promise<Answer> {
  const { body, headers } = requestBody(given.body);
  const { as, key } = given;
  const token = as && signer.sign({ id: as._id, role: as.role, sessionId: `s-${as._id}`, mustChangePassword: false }).token;
  const response = await fetch(url, {
    method,
    body,
    headers: {
      ...headers,
      'x-internal-key': internalKey,
      'x-request-id': 'request-of-the-tests',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const read = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(bytes.toString()) : undefined;
  return { status: response.status, headers: response.headers, bytes, body: read, rows: Array.isArray(read) ? read : [] };
}

/** What the service has written, as a reader of the disk sees it. */
const disk = ({ folder, lines }: Ground) => ({
  logText: () => lines.join(''),
  objectNames: (): string[] => filesBelow(join(folder, 'objects')).filter((name) => name.endsWith('.sealed')),
  storedDocuments: () => readDocuments(join(folder, 'users.db')),
  allBytes: () => Buffer.concat(filesBelow(folder).map((name) => readFileSync(name))).toString('latin1'),
});

/** The users service on its own files, on a real port, with real tokens, an owner and an administrator. `stop` and `begin` keep the files. */
export async function usersWorld(options: { mode?: 'demo' | 'live' } = {}) {
  const firstMode = options.mode ?? 'demo';
  const ground = makeGround();
  let parts = await startParts(ground, firstMode);
  const stop = async (): Promise<void> => {
    await new Promise((resolve) => parts.server.close(resolve).closeAllConnections());
    await parts.service.stop();
    await parts.objects.close();
    await parts.bus.close();
  };
  const begin = async (mode = firstMode): Promise<void> => {
    parts = await startParts(ground, mode);
  };
  const call = (method: string, path: string, given: Given = {}) => send(ground, method, parts.url + path, given);

  await parts.service.ensureOwner({ userId: 'owner', password: 'the password of the owner' });
  const owner = (await call('GET', '/internal/identity?login=owner')).body.identity;
  const person = { name: 'Mira Shah', email: 'mira@example.in', phone: '9811111111', dob: '1985-01-01', gender: 'female', role: '1' };
  const admin = (await call('POST', '/api/users', { as: owner, body: person })).body.user;
  return {
    ...disk(ground),
    clock: ground.clock,
    auth: ground.auth,
    funds: ground.funds,
    positions: ground.positions,
    owner,
    admin,
    call,
    stop,
    begin,
    restart: (mode = firstMode) => stop().then(() => begin(mode)),
    service: () => parts.service,
    /** Publishes events of another service at once, all under the account of the first. */
    async publish<Name extends EventName>(name: Name, ...messages: EventInput<Name>[]) {
      const subject = messages.map((message) => ('account' in message ? String(message.account) : 'x'))[0] ?? 'x';
      const told = messages.map((message) => ({ id: randomUUID(), ...encodeEvent(name, message), source: 'funds', subject, time: new Date().toISOString() }));
      await parts.bus.publish(catalog[name].topic, told);
    },
    deadLetters: () => parts.bus.deadLetters(),
    /** What users has told the others, read when it has settled. */
    async events(): Promise<DecodedEvent[]> {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return (await parts.bus.read({ topic: 'tradepost.users', limit: 1000 })).map((event) => decodeEvent(event));
    },
    /** Stores a file beside the service, as a registration that died would leave it. */
    stage: (key: string) => parts.objects.put(key, Buffer.from('left over'), { contentType: 'text/plain' }),
  };
}

/** Reads people and deeds beside the service. */
async function readDocuments(file: string): Promise<unknown[]> {
  const documents = openTestDocuments({ file });
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
