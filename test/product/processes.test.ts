import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { lookUp } from '../../scripts/looked-up.ts';
import { environmentOf, sparedSecrets } from '../../scripts/needs.ts';

const root = join(import.meta.dirname, '..', '..');

/** Runs the start of a process with nothing but these variables. */
function started(name: string, variables: Record<string, string> = {}): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/service.ts'), name], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const read = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, text })));
}

const secrets = { INTERNAL_KEY: 'i'.repeat(40), SEALING_KEY: 'ab'.repeat(32) };

describe('When a process lacks what all processes share', () => {
  test.each([
    ['funds', {}, ['KAFKA_BROKERS', 'MONGODB_URI', 'INTERNAL_KEY', 'SEALING_KEY'], ['TOKEN_KEY', 'MINIO_ENDPOINT']],
    ['gateway', {}, ['KAFKA_BROKERS', 'INTERNAL_KEY'], ['MONGODB_URI', 'SEALING_KEY', 'TOKEN_KEY', 'MINIO_ENDPOINT']],
    ['market', { INTERNAL_KEY: secrets.INTERNAL_KEY }, ['KAFKA_BROKERS'], ['INTERNAL_KEY', 'MONGODB_URI', 'SEALING_KEY']],
    ['auth', { ...secrets, KAFKA_BROKERS: '127.0.0.1:1' }, ['MONGODB_URI', 'TOKEN_KEY'], ['KAFKA_BROKERS', 'SEALING_KEY', 'MINIO_ENDPOINT']],
    ['users', { ...secrets, KAFKA_BROKERS: '127.0.0.1:1', MONGODB_URI: 'mongodb://127.0.0.1:1/?replicaSet=rs0' }, ['MINIO_ENDPOINT'], ['MONGODB_URI', 'TOKEN_KEY']],
  ])('then %s refuses with one sentence that names it and nothing else', async (name, variables: Record<string, string>, named, unnamed) => {
    const { code, text } = await started(name, variables);
    expect(code).toBe(1);
    expect(text.trim().split('\n')).toHaveLength(1);
    expect([name, ...named].filter((word) => !text.includes(word))).toEqual([]);
    expect(unnamed.filter((word) => text.includes(word))).toEqual([]);
  });

  test('then a name that is none is answered with those there are', async () => {
    expect(await started('ledger')).toMatchObject({ code: 2, text: expect.stringContaining('gateway, auth, users, funds, positions, market, site-content') });
  });
});

describe('When a process reads its environment', () => {
  const all = {
    TOKEN_KEY: 't',
    SEALING_KEY: 's',
    INTERNAL_KEY: 'i',
    MONGODB_URI: 'm',
    KAFKA_BROKERS: 'k',
    MINIO_ENDPOINT: 'e',
    MINIO_ACCESS_KEY: 'a',
    MINIO_SECRET_KEY: 'x',
    PORT: '1',
  };

  test('then it sees no secret and no store that it does not use', () => {
    expect(Object.keys(environmentOf('gateway', all))).toEqual(['INTERNAL_KEY', 'KAFKA_BROKERS', 'PORT']);
    expect(Object.keys(environmentOf('funds', all))).toEqual(['SEALING_KEY', 'INTERNAL_KEY', 'MONGODB_URI', 'KAFKA_BROKERS', 'PORT']);
    expect(Object.keys(environmentOf('auth', all))).toEqual(['TOKEN_KEY', 'SEALING_KEY', 'INTERNAL_KEY', 'MONGODB_URI', 'KAFKA_BROKERS', 'PORT']);
    expect([sparedSecrets('auth'), sparedSecrets('users'), sparedSecrets('market')]).toEqual([[], ['tokenKey'], ['tokenKey', 'sealingKey']]);
  });

  test('then live mode asks it for no secret that is not its own', async () => {
    const live = {
      MODE: 'live',
      PUBLIC_URL: 'https://trade.example.com',
      OPERATOR_NAME: 'A',
      OPERATOR_REGISTRATION: 'B',
      OPERATOR_EMAIL: 'c@example.com',
      INTERNAL_KEY: secrets.INTERNAL_KEY,
    };
    expect((await started('market', live)).text).toContain('set KAFKA_BROKERS');
    expect((await started('auth', live)).text).toContain('TOKEN_KEY is required in live mode');
  });
});

describe('When something is looked up elsewhere again and again', () => {
  test('then the last value stands while nobody answers, and nothing is asked after the stop', async () => {
    const answers: (string | Error)[] = ['one', new Error('away'), 'two'];
    let asked = 0;
    const failures: unknown[] = [];
    const look = async (): Promise<string> => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? '';
      asked += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const seen = new Set<string | undefined>();
    const found = lookUp(look, 5, (error) => failures.push(error));
    expect(found.value()).toBeUndefined();
    found.start();
    while (found.value() !== 'two') {
      seen.add(found.value());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    found.stop();
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect([[...seen].filter((value) => value !== undefined), failures.length, asked - before <= 1]).toEqual([['one'], 1, true]);
  });
});
