// `npm run load -- NAME [--url URL]`: a script of deploy/k6 against a platform, then its books.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ops, startProcess } from '../support/process.ts';
import { findK6, noK6 } from './k6.ts';

const root = join(import.meta.dirname, '..', '..');
const names = ['smoke', 'load', 'stress', 'spike', 'soak'] as const;
type Name = (typeof names)[number];

const help = `npm run load -- NAME [--url URL] [--duration S] [--rate N] [--people N] [--p95 MS] [--out DIR]

NAME is one of ${names.join(', ')}: scripts of deploy/k6, run by k6 (K6_PATH, the PATH or ../shared/engines).

Without --url the platform is started in one process on a temporary folder, and its ledger is verified afterwards.
With --url the platform there gets the load: OWNER_PASSWORD (and OWNER_USER_ID, else owner) in the environment are those
of its owner. It keeps the people and bookings of the run; give it a RATE_LIMIT_FACTOR for more than smoke.

  --duration S   how long people come, in seconds
  --rate N       visits a second at the height of the script
  --people N     clients that are registered for it
  --p95 MS       the bound of every route, in place of the script's own
  --out DIR      folder of the summary page NAME.md [test-results/load]

Exit code 1 when a threshold or the books do not hold, 2 when the run could not be made.`;

/** k6 ends with it when thresholds were crossed. */
const crossed = 99;
const readyMs = 5_000;
const sameInterruptMs = 1_000;

interface Target {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What the operator's tool says of the ledger. */
  verify(): Promise<{ readonly ok: boolean; readonly text: string }>;
  close(): Promise<void>;
}

async function ownPlatform(): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-load-'));
  const password = randomBytes(18).toString('base64url');
  const platform = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: '0', OWNER_PASSWORD: password, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error' });
  return {
    url: platform.url,
    environment: { OWNER_USER_ID: 'owner', OWNER_PASSWORD: password },
    async verify() {
      const { code, text } = await ops(dataDir, 'ledger', 'verify', '--json');
      if (code !== 0) return { ok: false, text: `The ledger does not verify: ${text.trim()}` };
      const { accounts, entries }: { accounts: number; entries: number } = JSON.parse(text);
      return { ok: true, text: `The ledger verifies: ${entries} entries of ${accounts} accounts.` };
    },
    async close() {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function platformAt(url: string): Promise<Target> {
  if (!process.env.OWNER_PASSWORD) throw new Error('With --url, OWNER_PASSWORD in the environment must be the password of the owner there.');
  const ready = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(readyMs) }).catch((error: Error) => error);
  if (!('status' in ready) || ready.status !== 200) throw new Error(`No platform is ready at ${url}: ${'status' in ready ? `/readyz answers ${ready.status}` : ready.message}.`);
  return {
    url,
    // Money of a platform on real engines crosses a network to several of them (P2).
    environment: { MONEY_P95_MS: '120' },
    verify: async () => ({ ok: true, text: 'The ledger was not verified from here: run `npm run ops -- ledger verify` where its data are.' }),
    close: async () => undefined,
  };
}

/** Runs a script to its end, also when this command is interrupted: k6 then closes the books early. Gives k6's exit code, null when a signal ended it. */
function runScript(k6: string, name: Name, log: string, environment: NodeJS.ProcessEnv): Promise<number | null> {
  const quiet = process.stdout.isTTY ? [] : ['--quiet'];
  const child = spawn(k6, ['run', '--no-usage-report', `--log-output=file=${log}`, ...quiet, join(root, 'deploy/k6', `${name}.js`)], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Not in the group of the terminal: what k6 hears comes from here.
    detached: true,
  });
  let interruptedMs = 0;
  const interrupt = (): void => {
    // One Ctrl-C comes twice under npm. k6 closes the books at the first interrupt and gives up at the second.
    if (performance.now() - interruptedMs > sameInterruptMs) child.kill('SIGINT');
    interruptedMs = performance.now();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => {
      process.removeListener('SIGINT', interrupt);
      process.removeListener('SIGTERM', interrupt);
      done(code);
    });
  });
}

/** The first error that k6 has logged, or where to look. */
function reasonIn(log: string): string {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return lines.find((line) => line.includes('level=error')) ?? `see ${log}`;
}

function positive(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !(Number(text) > 0 && Number.isFinite(Number(text)))) throw new Error(`--${name} takes a number above 0.`);
  return text;
}

async function main(): Promise<void> {
  const option = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: option, duration: option, rate: option, people: option, p95: option, out: option, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const name = names.find((known) => known === positionals[0]);
  if (name === undefined || positionals.length > 1) throw new Error(`Name one of ${names.join(', ')}; --help tells more.`);
  const shape = {
    DURATION: positive('duration', values.duration),
    RATE: positive('rate', values.rate),
    PEOPLE: positive('people', values.people),
    P95_MS: positive('p95', values.p95),
  };
  const given = Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined));
  const k6 = findK6();
  if (k6 === undefined) {
    console.log(`SKIPPED: load ${name} (${noK6})`);
    return;
  }
  const out = resolve(values.out ?? join(root, 'test-results/load'));
  const page = join(out, `${name}.md`);
  mkdirSync(out, { recursive: true });
  const log = join(out, `${name}.log`);
  for (const file of [page, log]) rmSync(file, { force: true });
  const target = values.url === undefined ? await ownPlatform() : await platformAt(values.url);
  try {
    const code = await runScript(k6, name, log, { ...process.env, ...target.environment, ...given, BASE_URL: target.url, OUT: out });
    const books = await target.verify();
    console.log(books.text);
    if (!existsSync(page)) throw new Error(`k6 ended with ${code} and left no summary: ${reasonIn(log)}`);
    appendFileSync(page, `${books.text}\n`);
    console.log(`The page is ${page}`);
    if (code !== 0 && code !== crossed) throw new Error(`k6 ended with ${code}, the run is not whole: ${reasonIn(log)}`);
    if (code === crossed || !books.ok) process.exitCode = 1;
  } finally {
    await target.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
