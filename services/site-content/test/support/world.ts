// Site-content as its callers see it: the real app on loopback, real tokens, embedded store, bus and objects, and a users service and a mailer that the test writes down.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accessTokenSigner, tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { Refused, StoreUnavailable } from '@tradepost/platform/errors.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import { openFileObjects } from '@tradepost/platform/objects/filesystem.ts';
import { type Mail, systemClock } from '@tradepost/platform/ports.ts';
import { openSealer } from '@tradepost/platform/seal.ts';
import { listen } from '@tradepost/platform/server.ts';
import { openTestDocuments } from '@tradepost/platform/testing/stores.ts';
import { temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createSiteContent, type SiteContentPorts } from '../../src/app.ts';
import { siteCollections } from '../../src/collections.ts';

const internalKey = 'the-internal-key-of-this-test';
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const signer = accessTokenSigner(privateKey, systemClock);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // Bodies of answers are looked at with toMatchObject and the like.
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Given {
  readonly body?: unknown;
  readonly form?: Record<string, string | Buffer>;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

/** Users as far as site-content asks it, and mails as they are handed over. Both can be away. */
function doubles() {
  const state = { usersAway: false, mailAway: false, mails: [] as Mail[] };
  const never = () => Promise.reject(new Error('Site-content does not ask this.'));
  const users: SiteContentPorts['users'] = {
    findIdentity: never,
    getIdentity: never,
    getContact: never,
    getAccounts: never,
    rebuildBalances: never,
    getDemonstration: never,
    getAccount: async ({ params }) => {
      if (state.usersAway) throw new Refused('unavailable');
      return { account: { _id: params?.id ?? '', userId: 'TP000001', name: 'Mira Shah', role: '1', state: 'active', closing: false, bankDetails: null } };
    },
  };
  const mailer = {
    async send(mail: Mail): Promise<void> {
      if (state.mailAway) throw new StoreUnavailable('no mail today');
      state.mails.push(mail);
    },
  };
  return { state, users, mailer };
}

function bodyOf({ body, form }: Given): { body?: string | FormData; headers: Record<string, string> } {
  if (form) {
    const data = new FormData();
    for (const [name, value] of Object.entries(form)) {
      if (typeof value === 'string') data.append(name, value);
      else data.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), 'code.png');
    }
    return { body: data, headers: {} };
  }
  return body === undefined ? { headers: {} } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** What stays the same when the service stops and starts again. */
function makeGround(operatorEmail: string | undefined) {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace', format: 'json', destination: { write: (line: string) => void lines.push(line) } });
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  return { ...doubles(), folder: temporaryFolder(), lines, log, clock, sealer: openSealer(randomBytes(32)), requestHashKey: randomBytes(32), operatorEmail };
}
type Ground = ReturnType<typeof makeGround>;

async function openParts({ folder, log, clock, sealer, requestHashKey, users, mailer, operatorEmail }: Ground) {
  const bus = await openEmbeddedBus({ file: join(folder, 'bus.db'), minimumFreeBytes: 1, retryDelaysMs: [100, 200, 400, 800] });
  const objects = await openFileObjects({ folder: join(folder, 'objects'), sealer, clock });
  const context = { log, clock, bus, internalKey, requestHashKey, verifier: tokenVerifier(async () => [signer.publicKey()], systemClock) };
  const documents = openTestDocuments({ file: join(folder, 'site-content.db'), minimumFreeBytes: 1 });
  const demoAccounts = () => ({ client: 'demo-client', admin: 'demo-admin' });
  const service = createSiteContent(context, { documents, objects, users, mailer, operatorEmail, demoAccounts });
  await service.start();
  return { bus, objects, service, server: await listen(service.app, { host: '127.0.0.1', port: 0 }) };
}

async function send(port: number, method: string, path: string, who: { id: string; role: string } | undefined, given: Given): Promise<Answer> {
  const { body, headers } = bodyOf(given);
  const token = who && signer.sign({ ...who, sessionId: `s-${who.id}`, mustChangePassword: false }).token;
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      'x-internal-key': internalKey,
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(given.key ? { 'idempotency-key': given.key } : {}),
      ...given.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
}

/** Deeds as they stand in the store, oldest first. */
async function readDeeds(folder: string) {
  await new Promise((resolve) => setTimeout(resolve, 400));
  const documents = openTestDocuments({ file: join(folder, 'site-content.db') });
  const { deeds } = siteCollections(documents);
  await documents.open();
  const all = await deeds.find({ sort: { _id: 1 }, limit: 1000 });
  await documents.close();
  return all;
}

/** Starts site-content on a folder of its own; `restart` keeps the folder. */
export async function siteWorld(options: { operatorEmail?: string } = {}) {
  const ground = makeGround(options.operatorEmail);
  let parts = await openParts(ground);
  const stop = async (): Promise<void> => {
    await parts.server.close(1_000);
    await parts.service.stop();
    await parts.objects.close();
    await parts.bus.close();
  };
  const as =
    (who?: { id: string; role: string }) =>
    (method: string, path: string, given: Given = {}) =>
      send(parts.server.port, method, path, who, given);

  return {
    state: ground.state,
    clock: ground.clock,
    stop,
    async restart(): Promise<void> {
      await stop();
      parts = await openParts(ground);
    },
    visitor: as(),
    client: as({ id: 'asha', role: '2' }),
    admin: as({ id: 'mira', role: '1' }),
    demoAdmin: as({ id: 'demo-admin', role: '1' }),
    /** What site-content has told the others, with the bytes as text, read when it has settled. */
    async events() {
      await new Promise((resolve) => setTimeout(resolve, 400));
      const told = await parts.bus.read({ topic: 'tradepost.site_content', limit: 1000 });
      return told.map((event) => ({ subject: event.subject, ...decodeEvent(event), text: Buffer.from(event.data).toString('latin1') }));
    },
    deeds: () => readDeeds(ground.folder),
    pictureCount: (): number => readdirSync(join(ground.folder, 'objects'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sealed')).length,
    /** Stores a picture beside the service, as a change that died would leave it. */
    leave: (key: string) => parts.objects.put(key, Buffer.from('left over'), { contentType: 'image/png' }),
    logText: () => ground.lines.join(''),
  };
}

export type World = Awaited<ReturnType<typeof siteWorld>>;

/** Repeats a look until it is true; throws after 5 s. */
export async function until(look: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 5_000;
  while (!(await look())) {
    if (Date.now() > endMs) throw new Error('It did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
