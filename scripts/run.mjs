// Runs a TypeScript entry under Node 24: `node scripts/run.mjs scripts/ops.ts ledger verify`.
// Plain JavaScript, because a host with Node 20 must be able to read it. Signals reach the child and its exit code comes back.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Gives the path of a Node that can run the product (24.7 or newer: type stripping, node:sqlite, crypto.argon2), or stops with one sentence. */
export function productNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const linked = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(linked)) return linked;
  console.error(
    `Tradepost needs Node 24.7 or newer; this is ${process.version} and npm has no Node 24 for ${platform}-${process.arch}. Install Node 24, then run \`npm ci\` again.`,
  );
  process.exit(1);
}

/**
 * No `__proto__`, and a young generation of 12 MB in place of 48: the platform at rest keeps 25 MB less, and bookings are no slower.
 * A process of its own gives back what its start has left behind (`gc`). kafkajs sets timers in the past, which does no harm (tulios/kafkajs#1751).
 */
export const nodeFlags = ['--disable-proto=delete', '--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', '--max-semi-space-size=4', '--expose-gc'];

const lookForParentMs = 250;

/** Calls `orphaned` once when the process that started this one is gone. */
function whenOrphaned(orphaned) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, lookForParentMs);
  timer.unref();
}

/** Where what was compiled is kept, so that the next start takes a quarter less work; nothing where no file can be made, since Node would try for ever. */
function compiledCode() {
  const folder = join(root, 'node_modules/.cache/compiled');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return { NODE_COMPILE_CACHE: folder };
  } catch {
    return {};
  }
}

/** Starts `entry` under Node 24 and ends this process as the child ends. */
export function runUnderProductNode(entry, commandArguments, nodeOptions = []) {
  const child = spawn(productNode(), [...nodeFlags, ...nodeOptions, join(root, entry), ...commandArguments], {
    // The channel says nothing; it ends with this process, also when that was killed outright.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // glibc keeps a heap of its own for every few threads; there are two dozen here, and most have little to do.
    // After the first large piece that is freed it would hand back nothing below 32 MB; a bound that is set stays.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', ...compiledCode(), ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm hands a signal to its shell, which dies of it and tells nobody: run by npm, the end of the parent is the signal.
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [entry, ...rest] = process.argv.slice(2);
  runUnderProductNode(entry, rest);
}
