// `npm run mutants`: ten bugs, built one by one into a copy of the code; each must be found by the rig or by a test. A rig that lets one pass is broken.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackages } from '../support/house.ts';

const root = join(import.meta.dirname, '..', '..');

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

interface Mutant {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly caughtBy: Check;
}

type Check = 'rig' | { readonly project: string; readonly tests: string };

const noUniqueNumber: Edit = { file: 'services/funds/src/collections.ts', from: 'keys: { a: 1, s: 1 }, unique: true }', to: 'keys: { a: 1, s: 1 } }' };

const mutants: readonly Mutant[] = [
  { name: 'no unique index on (account, number)', edits: [noUniqueNumber], caughtBy: { project: 'services/funds', tests: 'races' } },
  {
    name: 'relay marks before publishing',
    edits: [{ file: 'platform/src/outbox.ts', from: '  await bus.publish(\n', to: '  await source.settle(pending);\n  await bus.publish(\n' }],
    caughtBy: 'rig',
  },
  {
    name: 'consumer without its guard',
    edits: [{ file: 'services/users/src/use-cases/project-balance.ts', from: ", { 'money.epoch': money.epoch, 'money.seq': { lt: money.seq } });", to: ');' }],
    caughtBy: { project: 'services/users', tests: 'totals' },
  },
  {
    name: 'approval not atomic: an old reading decides, and nothing holds it to one',
    edits: [
      { file: 'services/funds/src/collections.ts', from: 'keys: { a: 1, settles: 1 }, unique: true,', to: 'keys: { a: 1, settles: 1 },' },
      { file: 'services/funds/src/append.ts', from: '!old && settles ? await settlementOf(entries, settles.hold) : undefined', to: 'undefined as Entry | undefined' },
    ],
    caughtBy: 'rig',
  },
  {
    name: 'owner check missing',
    edits: [{ file: 'platform/src/http.ts', from: "if (access === 'self' && !own) throw new Refused('not-found');", to: '' }],
    caughtBy: { project: 'gateway', tests: 'access' },
  },
  {
    name: "key without the request's hash",
    edits: [{ file: 'services/funds/src/append.ts', from: "if (old.ih !== command.call.requestHash) throw new Refused('key-reused');", to: '' }],
    caughtBy: { project: 'services/funds', tests: 'idempotency' },
  },
  {
    name: 'money through floating point',
    edits: [{ file: 'proto/api/money.ts', from: "Number(whole) * 100 + Number(fraction.padEnd(2, '0'))", to: 'Math.trunc(Number(text) * 100)' }],
    caughtBy: 'rig',
  },
  {
    name: 'read, check, write with a gap',
    edits: [
      noUniqueNumber,
      {
        file: 'services/funds/src/append.ts',
        from: 'const last = heads.get(account) ?? (await head(account));',
        to: 'const last = heads.get(account) ?? (await head(account));\n        await pause(2);',
      },
      { file: 'services/funds/src/append.ts', from: 'inTurn(command.account, () => attempt(command))', to: 'attempt(command)' },
    ],
    caughtBy: 'rig',
  },
  {
    name: 'events lost on a restart',
    edits: [
      {
        file: 'services/funds/src/outbox.ts',
        from: 'sort: { at: 1, s: 1 }, limit }',
        to: 'sort: { at: 1, s: 1 }, limit, all: [{ at: { gt: Date.now() - performance.now() } }] }',
      },
    ],
    caughtBy: 'rig',
  },
  {
    name: 'numbers with gaps',
    edits: [{ file: 'services/funds/src/append.ts', from: 's: head.s + 1,', to: 's: head.s + (nowMs % 50 === 0 ? 2 : 1),' }],
    caughtBy: 'rig',
  },
];

const copied = ['proto', 'platform', 'services', 'gateway', 'scripts', 'test', 'web', 'package.json', 'jest.config.mjs', 'tsconfig.json', 'tsconfig.base.json'];

/** A copy of the code with the installed packages linked, where bugs harm nobody. */
function copyHouse(): string {
  const house = mkdtempSync(join(tmpdir(), 'tradepost-mutants-'));
  for (const name of copied) cpSync(join(root, name), join(house, name), { recursive: true, filter: (path) => !/[\\/](node_modules|dist)([\\/]|$)/.test(path) });
  linkPackages(house);
  return house;
}

/** Runs a check in the copy; true when it is content. */
function isContent(house: string, check: Check): boolean {
  const flags = ['--disable-proto=delete', '--disable-warning=ExperimentalWarning'];
  const rig = ['test/rig/run.ts', '--seed', '7', '--operations', '500', '--kills', '8', '--accounts', '5', '--clients', '16'];
  const words =
    check === 'rig'
      ? [...flags, ...rig]
      : ['--experimental-vm-modules', ...flags, 'node_modules/jest/bin/jest.js', '--silent', '--selectProjects', check.project, '--testPathPatterns', check.tests];
  return spawnSync(process.execPath, words, { cwd: house, stdio: 'ignore', timeout: 300_000 }).status === 0;
}

const nameOf = (check: Check): string => (check === 'rig' ? 'rig' : `${check.project}, ${check.tests}`);

function plant(house: string, { file, from, to }: Edit): () => void {
  const path = join(house, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} has no longer the text that the mutant changes: ${from}`);
  writeFileSync(path, before.replace(from, to));
  return () => writeFileSync(path, before);
}

function main(): void {
  const only = process.argv[2] === undefined ? mutants : mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
  const house = copyHouse();
  try {
    for (const check of new Set(only.map(({ caughtBy }) => JSON.stringify(caughtBy)))) {
      if (!isContent(house, JSON.parse(check))) throw new Error(`Without any bug the check fails already: ${check}`);
    }
    console.log('| mutant | caught by | |\n|---|---|---|');
    let survivors = 0;
    for (const { name, edits, caughtBy } of only) {
      const undo = edits.map((edit) => plant(house, edit));
      const survived = isContent(house, caughtBy);
      for (const restore of undo.toReversed()) restore();
      if (survived) survivors += 1;
      console.log(`| ${name} | ${nameOf(caughtBy)} | ${survived ? 'SURVIVED' : 'caught'} |`);
    }
    console.log(`${only.length - survivors} of ${only.length} caught`);
    if (survivors > 0) process.exitCode = 1;
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

main();
