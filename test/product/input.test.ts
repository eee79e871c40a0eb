import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerPassword, registeredPerson, registrationForm, type TestPlatform, testPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
}, 30_000);
afterAll(() => platform.stop(), 30_000);

/** Sends bytes as they are and gives what comes back until the connection ends. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(platform.platform.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.setTimeout(5_000, () => socket.destroy(new Error('No end came.')));
  });
}

describe('When a body can be read in two ways', () => {
  test.each([
    ['two amounts', '{"amount":1,"amount":2}'],
    ['two amounts, one of them escaped', '{"amount":1,"\\u0061mount":2}'],
    ['a name twice further inside', '{"amount":1,"note":{"a":1,"a":2}}'],
  ])('then %s are 400 and nothing is booked', async (_name, body) => {
    const client = await platform.client();
    const owner = await platform.owner();
    expect(await owner.put(`/api/users/${client.id}/totalfund`, body)).toMatchObject({ status: 400, body: { code: 'unreadable-body' } });
    expect((await owner.get(`/api/${client.id}/ledger`)).body).toEqual([]);
  });

  test('then the same name in two objects is no repetition', async () => {
    const owner = await platform.owner();
    expect(await owner.post('/api/users', '{"name":{"a":1},"email":{"a":1}}')).toMatchObject({ status: 400, body: { code: 'wrong-type' } });
  });

  test('then bytes that are no UTF-8 are 400', async () => {
    const answer = await fetch(`${platform.platform.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat([Buffer.from('{"userId":"ow'), Buffer.from([0xff, 0xfe]), Buffer.from('","password":"x"}')]),
    });
    expect(answer.status).toBe(400);
  });

  test('then a file sent twice is named', async () => {
    const form = registrationForm(await registeredPerson());
    form.append('image', new Blob(['x'], { type: 'image/png' }), 'b.png');
    expect(await platform.visitor().post('/api/register', form)).toMatchObject({ status: 400, body: { code: 'duplicate-field', errors: [{ field: 'image' }] } });
  });
});

describe('When text would mislead', () => {
  test('then signs that turn the direction of writing are refused in a name', async () => {
    const person = await registeredPerson();
    expect(await platform.visitor().post('/api/register', registrationForm({ ...person, name: 'Asha \u202Eamrev' }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'name' }] },
    });
  });

  test('then no sentence of a library reaches a person', async () => {
    const client = await platform.client({ rupees: 10 });
    const owner = await platform.owner();
    const answers = [
      await owner.put(`/api/users/${client.id}/totalfund`, { amount: 1, note: 5 }),
      await owner.put(`/api/users/${client.id}/totalfund`, { amount: 1, note: 'x'.repeat(5_000) }),
      await owner.patch(`/api/users/${client.id}/approve`, { status: 'yes' }),
      await owner.get('/api/users?limit=1e1'),
      await owner.get('/api/users?limit=201'),
    ];
    for (const { status, body } of answers) {
      expect([400, 422]).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(/Invalid input|JsonNumber|expected string|Too big|Invalid option/);
    }
  });
});

describe('When a registration is sent again with another password', () => {
  test('then it is another request and 422, so that nobody believes in a password that was never set', async () => {
    const person = await registeredPerson();
    const key = { 'idempotency-key': 'register-once' };
    expect((await platform.visitor().post('/api/register', registrationForm(person), key)).status).toBe(201);
    expect((await platform.visitor().post('/api/register', registrationForm(person), key)).status).toBe(201);
    expect(await platform.visitor().post('/api/register', registrationForm({ ...person, password: 'Another-Lantern-44' }), key)).toMatchObject({
      status: 422,
      body: { code: 'key-reused' },
    });
  });
});

describe('When what comes is no HTTP', () => {
  test.each([
    ['a broken request line', 'NO SUCH THING\r\n\r\n', 400],
    ['headers without end', `GET /api/mode HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 413],
  ])('then %s is answered as a problem with a request id, and the connection ends', async (_name, bytes, status) => {
    const text = await raw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/X-Request-Id: [0-9a-f-]{36}/);
    expect(text).toContain('application/problem+json');
  });

  test('then an expectation that nobody knows changes nothing', async () => {
    expect(await raw('GET /api/mode HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('When the starter of the platform dies', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-orphan-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  test('then the platform stops by itself, and its files were private', async () => {
    const root = join(import.meta.dirname, '..', '..');
    const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/all-in-one.ts'], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    const url = await new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const ready = /^ready (http:\S+)$/m.exec(printed)?.[1];
        if (ready) resolve(ready);
      });
    });
    expect(statSync(join(dataDir, 'lock.db')).mode & 0o777).toBe(0o600);
    child.kill('SIGKILL');
    const gone = async (): Promise<boolean> =>
      fetch(`${url}/livez`).then(
        () => false,
        () => true,
      );
    const deadlineMs = Date.now() + 10_000;
    while (!(await gone()) && Date.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await gone()).toBe(true);
  }, 30_000);
});
