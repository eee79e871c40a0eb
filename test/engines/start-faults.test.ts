import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { engineProgram, withOwnEngine } from '@tradepost/platform/testing/engines.ts';
import { freePort } from '@tradepost/platform/testing/free-port.ts';
import { areThere } from '../support/processes.ts';

const root = join(import.meta.dirname, '..', '..');
const engines = ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL', 'MINIO_ENDPOINT', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'];
const folders: string[] = [];
const running: ChildProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => child.exitCode === null && new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGKILL'))));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-start-'));
  folders.push(folder);
  return folder;
}

const tokenKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }).privateKey;

/** Starts one process on the engines of the environment, with `changes`; gives how it ended and the lines of its error output. `all` is the whole platform. */
function started(name: string, changes: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const script = name === 'all' ? [join(root, 'scripts/all-in-one.ts')] : [join(root, 'scripts/service.ts'), name];
  const given = Object.fromEntries(engines.map((variable) => [variable, process.env[variable] ?? '']));
  const secrets = { TOKEN_KEY: tokenKey(), SEALING_KEY: randomBytes(32).toString('base64'), INTERNAL_KEY: randomBytes(32).toString('hex') };
  const usual = { PATH: process.env.PATH ?? '', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'fatal', DEMO_DATA: '0', DATA_DIR: newFolder() };
  const bucket = { MINIO_BUCKET: `tradepost-${randomBytes(4).toString('hex')}` };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', ...script], {
    cwd: root,
    env: { ...given, ...secrets, ...usual, ...bucket, ...changes },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.push(child);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, lines: text.trim().split('\n') })));
}

/** A mongod that belongs to no replica set. */
async function aloneMongo(): Promise<string> {
  const port = await freePort();
  running.push(spawn(await engineProgram('mongod'), ['--dbpath', newFolder(), '--port', String(port), '--bind_ip', '127.0.0.1'], { stdio: 'ignore' }));
  const address = `127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    const there = await fetch(`http://${address}`).then(
      () => true,
      () => false,
    );
    if (there) return address;
    await pause(100);
  }
  throw new Error('mongod did not start.');
}

const withUser = (uri: string): string => uri.replace('://', '://stranger:canary@');
const declare = areThere() ? withOwnEngine : (_engine: string) => test.skip('SKIPPED: starts with a fault need every engine', () => undefined);

declare('MongoDB', 'MONGODB_URI', () => {
  describe('When a start is given an engine that it cannot use', () => {
    test.each([
      [
        'funds',
        'MongoDB with another password',
        { MONGODB_URI: withUser(process.env.MONGODB_URI ?? '') },
        /^MongoDB at \S+ does not take the user and the password of MONGODB_URI\.$/,
      ],
      [
        'all',
        'MongoDB with another password',
        { MONGODB_URI: withUser(process.env.MONGODB_URI ?? '') },
        /^MongoDB at \S+ does not take the user and the password of MONGODB_URI\.$/,
      ],
      ['users', 'MinIO with another secret', { MINIO_SECRET_KEY: 'canary-canary' }, /^MinIO at \S+ does not let MINIO_ACCESS_KEY use the bucket \S+: check .+\.$/],
      ['all', 'MinIO with another secret', { MINIO_SECRET_KEY: 'canary-canary' }, /^MinIO at \S+ does not let MINIO_ACCESS_KEY use the bucket \S+: check .+\.$/],
      ['market', 'Redis with another password', { REDIS_URL: withUser(process.env.REDIS_URL ?? '') }, /^Redis at \S+ does not take the user and the password of REDIS_URL\.$/],
      ['all', 'Redis with another password', { REDIS_URL: withUser(process.env.REDIS_URL ?? '') }, /^Redis at \S+ does not take the user and the password of REDIS_URL\.$/],
      ['funds', 'brokers that are no address', { KAFKA_BROKERS: 'nowhere' }, /KAFKA_BROKERS/],
    ])(
      'then %s on %s ends with 1 and one sentence without the secret',
      async (name, _what, changes: Record<string, string>, sentence) => {
        const { code, lines } = await started(name, changes);
        expect([code, lines]).toEqual([1, [expect.stringMatching(sentence)]]);
        expect(lines.join()).not.toContain('canary');
      },
      60_000,
    );

    test.each(['', '?replicaSet=rs0'])(
      'then funds on a MongoDB that is no replica set, asked with "%s", ends with 1 and one sentence at once',
      async (search) => {
        const address = await aloneMongo();
        const beganMs = performance.now();
        const { code, lines } = await started('funds', { MONGODB_URI: `mongodb://${address}/${search}` });
        expect([code, lines]).toEqual([1, [expect.stringMatching(/^MongoDB at \S+ is not the replica set that MONGODB_URI asks for, .+\.$/)]]);
        expect(performance.now() - beganMs).toBeLessThan(30_000);
      },
      90_000,
    );
  });
});
