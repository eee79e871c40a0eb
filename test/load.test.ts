import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findK6, noK6 } from './load/k6.ts';
import { ownerPassword, Visitor } from './support/platform.ts';
import { type PlatformProcess, startProcess } from './support/process.ts';

const root = join(import.meta.dirname, '..');
const k6 = findK6();
const suite = k6 === undefined ? describe.skip : describe;
const folder = mkdtempSync(join(tmpdir(), 'tradepost-load-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run load -- smoke …`; gives the exit code and what it printed. */
function load(words: readonly string[], environment: Record<string, string> = {}): { child: ChildProcess; ended: Promise<{ code: number | null; text: string }> } {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'test/load/run.ts', 'smoke', '--out', folder, ...words], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const read = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return { child, ended: new Promise((done) => child.once('exit', (code) => done({ code, text }))) };
}

/** Books a rupee on a client of the run that is under way, which the run knows nothing of. */
async function bookBehindItsBack(url: string, over: () => boolean): Promise<void> {
  const owner = new Visitor(url);
  await owner.signIn('owner', ownerPassword);
  while (!over()) {
    const [client] = (await owner.get('/api/users?q=load')).body;
    if (client && (await owner.put(`/api/users/${client._id}/totalfund`, { amount: 1 })).status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

suite(`When the load scripts run${k6 === undefined ? ` (${noK6})` : ''}`, () => {
  test('then a short smoke on a platform of its own ends green, with the books right', async () => {
    const { code, text } = await load(['--people', '2', '--duration', '2', '--rate', '10']).ended;
    expect({ code, text }).toMatchObject({ code: 0 });
    const page = readFileSync(join(folder, 'smoke.md'), 'utf8');
    for (const route of ['GET /api/nifty', 'GET /api/withdrawals', 'POST /api/:id/withdrawals', 'PUT /api/users/:id/totalfund']) expect(page).toContain(`| ${route} `);
    expect(page).toContain('Every threshold and every check holds.');
    expect(page).toMatch(/The ledger verifies: \d+ entries of 2 accounts\.\n$/);
  }, 60_000);

  test('then a bound that is crossed and a booking that the answers do not explain are named, and the exit code is 1', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-load-target-'));
    const platform: PlatformProcess = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: ownerPassword, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' });
    try {
      const { child, ended } = load(['--url', platform.url, '--people', '1', '--duration', '1', '--p95', '0.001'], { OWNER_PASSWORD: ownerPassword });
      await bookBehindItsBack(platform.url, () => child.exitCode !== null);
      const { code, text } = await ended;
      expect({ code, text }).toMatchObject({ code: 1 });
      expect(text).toMatch(/http_req_duration\{name:GET \/api\/user\/:id\}: p\(95\)<0\.001 does not hold/);
      expect(text).toMatch(/unexplained_total_paise\{person:\d\}: count==0 does not hold \(count -100/);
    } finally {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  test.each(['smoke', 'load', 'stress', 'spike', 'soak'])('then k6 reads %s, and each of its people has books of his own', (name) => {
    const { status, stdout, stderr } = spawnSync(k6 ?? 'k6', ['inspect', join(root, 'deploy/k6', `${name}.js`)], { encoding: 'utf8', env: { ...process.env, PEOPLE: '3' } });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const { scenarios, thresholds }: { scenarios: object; thresholds: object } = JSON.parse(stdout);
    expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(['visitBoard', 'visitPortfolio', 'visitWithdrawal', 'visitOffice', 'desk_1']));
    expect(Object.keys(thresholds)).toEqual(expect.arrayContaining(['checks', 'http_req_failed', 'unexplained_total_paise{person:2}', 'unexplained_held_paise{person:2}']));
  });

  test('then a script or a number that it does not know is refused in a sentence', async () => {
    const { code, text } = await load(['--rate', 'many']).ended;
    expect({ code, text: text.trim() }).toEqual({ code: 2, text: '--rate takes a number above 0.' });
  }, 20_000);
});
