import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Configuration, readConfiguration } from '@tradepost/platform/config.ts';
import { createLogger } from '@tradepost/platform/log.ts';
import sharp from 'sharp';
import { type Platform, startPlatform } from '../../scripts/platform.ts';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
  readonly headers: Headers;
}

/** A person at the front door: the platform's address and, once signed in, a token. */
export class Visitor {
  readonly #url: string;
  token = '';
  id = '';
  cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const multipart = body instanceof FormData;
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(body === undefined || multipart ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: multipart ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie) this.cookie = cookie;
    const text = await response.text();
    return { status: response.status, body: (response.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text, headers: response.headers };
  }

  get = (path: string, headers?: Record<string, string>): Promise<Answer> => this.call('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> => this.call('POST', path, body, headers);
  put = (path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> => this.call('PUT', path, body, headers);
  patch = (path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> => this.call('PATCH', path, body, headers);
  delete = (path: string, headers?: Record<string, string>): Promise<Answer> => this.call('DELETE', path, undefined, headers);

  /** Signs in and keeps token and id. Throws when the answer is another than 200. */
  async signIn(userId: string, password: string): Promise<Answer> {
    const answer = await this.post('/api/login', { userId, password });
    if (answer.status !== 200) throw new Error(`Sign-in of ${userId} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.token = answer.body.token;
    this.id = answer.body.user.id;
    return answer;
  }
}

export const ownerPassword = 'Correct-Horse-7';

export interface TestPlatform {
  readonly platform: Platform;
  readonly dataDir: string;
  readonly log: { text(): string };
  visitor(): Visitor;
  owner(): Promise<Visitor>;
  /** Registers a client, has him approved and, when asked, gives him money; signed in. */
  client(options?: { approved?: boolean; rupees?: number }): Promise<Visitor & { userId: string; password: string }>;
  stop(): Promise<void>;
}

/** Starts the real platform in this process on a folder of its own, without demo data unless asked for; `apart` puts each service behind a port of its own. */
export async function testPlatform(environment: Record<string, string> = {}, folder?: string, apart = false): Promise<TestPlatform> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'tradepost-'));
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const configuration: Configuration = readConfiguration({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO_DATA: '0',
    OWNER_PASSWORD: ownerPassword,
    RATE_LIMIT_FACTOR: '1000',
    MARKET_FEED: 'simulated',
    ...environment,
  });
  const platform = await startPlatform(configuration, { log: createLogger({ level: 'debug', format: 'json', destination }), apart });
  const visitor = (): Visitor => new Visitor(platform.url);
  const owner = async (): Promise<Visitor> => {
    const person = visitor();
    await person.signIn('owner', ownerPassword);
    return person;
  };
  return {
    platform,
    dataDir,
    log: { text: () => lines.join('') },
    visitor,
    owner,
    async client({ approved = true, rupees = 0 } = {}) {
      const person = await registeredPerson();
      const made = visitor();
      const answer = await made.post('/api/register', registrationForm(person));
      if (answer.status !== 201) throw new Error(`Registration answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      const administrator = await owner();
      const id: string = answer.body.user._id;
      if (approved) await administrator.patch(`/api/users/${id}/approve`, { status: true });
      if (rupees > 0) await administrator.put(`/api/users/${id}/totalfund`, { amount: rupees });
      await made.signIn(answer.body.user.userId, person.password);
      return Object.assign(made, { userId: answer.body.user.userId, password: person.password });
    },
    async stop() {
      await platform.stop();
      if (folder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Person {
  name: string;
  email: string;
  phone: string;
  dob: string;
  gender: string;
  password: string;
  pancard: string;
  aadharcard: string;
  address: string;
  files: Readonly<Record<string, { bytes: Buffer; name: string; type: string }>>;
}

// Another one in each test file, because test files may share a store of a real engine.
const group = String(randomInt(100_000)).padStart(5, '0');
let people = 0;
let picture: Buffer | undefined;

/** A person nobody has registered before, with three small pictures. */
export async function registeredPerson(): Promise<Person> {
  people += 1;
  const number = String(people).padStart(4, '0');
  picture ??= await sharp({ create: { width: 32, height: 32, channels: 3, background: '#26307a' } })
    .png()
    .toBuffer();
  const file = { bytes: picture, name: 'picture.png', type: 'image/png' };
  return {
    name: `Test Person ${number}`,
    email: `person${number}.${group}@example.com`,
    phone: `9${group}${number}`,
    dob: '1990-01-15',
    gender: 'female',
    password: `Secret-Canary-${number}`,
    pancard: `ABCPE${number}F`,
    aadharcard: '999941057058',
    address: '1 Test Street, Pune',
    files: { image: file, panimg: file, aadharimg: file },
  };
}

/** The multipart body of a registration. */
export function registrationForm(person: Person): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(person)) if (typeof value === 'string') form.set(name, value);
  form.set('role', '2');
  for (const [name, file] of Object.entries(person.files)) form.set(name, new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return form;
}

/** Reads a file of the data folder as bytes, for canary searches. */
export const bytesOf = (file: string): Buffer => readFileSync(file);

/** Waits until `condition` gives something, at most five seconds. */
export async function eventually<T>(condition: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  const deadlineMs = Date.now() + 5_000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadlineMs) throw new Error('It did not come true within five seconds.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
