import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { tokenVerifier } from '@tradepost/platform/access-token.ts';
import { openEmbeddedBus } from '@tradepost/platform/bus/embedded.ts';
import { memoryCache } from '@tradepost/platform/cache/memory.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { type Client, connect } from '@tradepost/platform/internal.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import type { Mail } from '@tradepost/platform/ports.ts';
import { listen } from '@tradepost/platform/server.ts';
import { openTestDocuments } from '@tradepost/platform/testing/stores.ts';
import { temporaryFolder } from '@tradepost/platform/testing/temporary-folder.ts';
import * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';
import type { AccountIdentity } from '@tradepost/proto/api/users/internal.ts';
import { decodeEvent } from '@tradepost/proto/events/catalog.ts';
import { createAuth } from '../../src/app.ts';

export const rightPassword = 'a-right-Horse-7';
export const internalKey = 'internal-key-of-the-test';
export const tokenKeyPem = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what was answered is judged by the test itself.
  readonly body: any;
  readonly headers: Headers;
  /** `name=value` of the refresh cookie that was set. */
  readonly cookie: string;
}

export interface CallOptions {
  body?: unknown;
  token?: string;
  cookie?: string;
  address?: string;
  headers?: Record<string, string>;
}

const person = (id: string, userId: string, role: string, more: Partial<AccountIdentity> = {}): AccountIdentity => ({
  _id: id,
  userId,
  name: `Name of ${id}`,
  role,
  state: 'active',
  image: null,
  demo: false,
  ...more,
});

/** A users service of the test: people by id, whom a test may change, disable or take away. */
function testUsers(people: Map<string, AccountIdentity>, away: () => boolean, onIdentity: () => Promise<void> | void): Client<typeof usersInternal> {
  const present = (found: AccountIdentity | undefined): { identity: AccountIdentity | null } => ({ identity: found && found.state !== 'deleted' ? { ...found } : null });
  const answer = <T>(value: T): T => {
    if (away()) throw new Refused('unavailable');
    return value;
  };
  const unused = (): Promise<never> => Promise.reject(new Error('auth does not ask for this'));
  return {
    findIdentity: async ({ query }) => answer(present([...people.values()].find((one) => one.userId === query?.login || `${one._id}@example.test` === query?.login))),
    getIdentity: async ({ params }) => {
      await onIdentity();
      return answer(present(people.get(params?.id ?? '')));
    },
    getContact: async ({ params }) => answer({ contact: { _id: params?.id ?? '', name: 'Asha', email: `${params?.id}@example.test` } }),
    getAccount: unused,
    getAccounts: unused,
    rebuildBalances: unused,
    getDemonstration: unused,
  };
}

/** Starts auth alone on temporary stores behind a real server, with a few people. */
export async function startAuth(options: { publicUrl?: string; mode?: 'demo' | 'live'; rateLimitFactor?: number } = {}) {
  const folder = temporaryFolder();
  const time = { offsetMs: 0 };
  const clock = { now: () => Date.now() + time.offsetMs };
  const people = new Map(
    [person('asha', 'TP000001', '2'), person('vikram', 'TP000002', '2'), person('admin', 'TP000003', '1'), person('demo', 'TP000004', '2', { demo: true })].map((one) => [
      one._id,
      one,
    ]),
  );
  const state = { usersAway: false, onIdentity: (): Promise<void> | void => undefined };
  const mails: Mail[] = [];
  const lines: string[] = [];
  const destination = new Writable({
    write(piece, _encoding, done) {
      lines.push(String(piece));
      done();
    },
  });
  const log = createLogger({ level: 'debug', format: 'json', destination });
  const bus = await openEmbeddedBus({ file: join(folder, 'bus.db') });
  const verifier = tokenVerifier(() => client.publicKeys({}), clock);
  const auth = createAuth(
    { log, clock, bus, verifier, internalKey, requestHashKey: Buffer.alloc(32, 1) },
    {
      documents: openTestDocuments({ file: join(folder, 'auth.db') }),
      users: testUsers(
        people,
        () => state.usersAway,
        () => state.onIdentity(),
      ),
      mailer: { send: async (mail) => void mails.push(mail) },
      cache: memoryCache({ clock }),
      rateLimitFactor: options.rateLimitFactor ?? 1,
      tokenKeyPem,
      publicUrl: options.publicUrl ?? 'http://127.0.0.1:8080',
      mode: options.mode ?? 'demo',
      demoAccounts: () => ({ client: 'demo', admin: 'nobody' }),
    },
  );
  const client = connect(authInternal, { service: () => auth });
  await auth.start();
  for (const id of ['asha', 'vikram', 'admin']) await client.setCredentials({ body: { account: id, password: rightPassword, temporary: false, key: `make-${id}` } });
  const server = await listen(auth.app, { host: '127.0.0.1', port: 0 });

  async function call(method: string, path: string, { body, token, cookie, address = '192.0.2.7', headers = {} }: CallOptions = {}): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${server.port}${path.startsWith('/internal/') ? path : `/api${path}`}`, {
      method,
      headers: {
        'x-internal-key': internalKey,
        'x-forwarded-for': address,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
      cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    };
  }

  return {
    auth,
    client,
    verifier,
    people,
    state,
    mails,
    time,
    bus,
    call,
    log: () => lines.join(''),
    signIn: (userId = 'TP000001', more: Record<string, unknown> = {}, options: CallOptions = {}) =>
      call('POST', '/login', { body: { userId, password: rightPassword, ...more }, ...options }),
    /** Reasons of the SessionRevoked events so far, with what has waited. */
    async revocations() {
      for (let round = 0; round < 40; round += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      const events = await bus.read({ topic: 'tradepost.auth', limit: 1000 });
      return events.map((event) => ({ subject: event.subject, message: decodeEvent(event).message }));
    },
    async restart() {
      await auth.stop();
      await auth.start();
    },
    async stop() {
      await server.close(1000);
      await auth.stop();
      await bus.close();
    },
  };
}
