// `npm test`, `npm run test:web` and `npm run test:engines`: runs every check and ends with `N passed, N failed, N skipped` over all of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startEngines } from './engines.mjs';
import { productNode, root } from './run.mjs';
import { buildSite } from './site.mjs';

const totals = { passed: 0, failed: 0, skipped: 0 };
const node = productNode();
const inRoot = { cwd: root, stdio: 'inherit' };

function check(name, file, commandArguments) {
  const startedMs = Date.now();
  const { status } = spawnSync(node, [join(root, file), ...commandArguments], inRoot);
  totals[status === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${status === 0 ? 'passed' : 'FAILED'}: ${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
}

function skip(name, why) {
  totals.skipped += 1;
  console.log(`SKIPPED: ${name} (${why})`);
}

/** Runs Jest with further variables and gives its report; undefined when it has made none. A signal ends Jest first, so that what was started for it is stopped. */
async function reportOf(commandArguments, environment) {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-test-'));
  const report = join(folder, 'report.json');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--disable-warning=TimeoutNegativeWarning', '--disable-proto=delete'];
  const child = spawn(node, [...flags, join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...commandArguments], {
    ...inRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, end);
  const [status, signal] = await once(child, 'exit');
  for (const name of signals) process.off(name, end);
  const made = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  if (made === undefined) console.log(`FAILED: jest ended with ${status ?? signal} and no report`);
  rmSync(folder, { recursive: true });
  return made;
}

/** Adds the counts of a run, and prints each skipped test by name. */
function count(testResults) {
  for (const { assertionResults, status: ofFile } of testResults) {
    if (assertionResults.length === 0 && ofFile === 'failed') totals.failed += 1;
    for (const { status: outcome, fullName } of assertionResults) {
      if (outcome === 'passed') totals.passed += 1;
      else if (outcome === 'failed') totals.failed += 1;
      else skip(fullName, outcome);
    }
  }
}

const namesOf = (testResults, outcome) =>
  testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === outcome).map(({ fullName }) => fullName));

/** Runs Jest on what is selected and counts. Up to three files that failed are run once more, and what passes only then is named: browsers, kills and races meet a busy machine's worst moments. */
async function jest(options, selection, environment = {}) {
  const first = await reportOf([...options, ...selection], environment);
  if (first === undefined) {
    totals.failed += 1;
    return;
  }
  const bad = first.testResults.filter(({ status }) => status === 'failed');
  if (bad.length === 0 || bad.length > 3) {
    count(first.testResults);
    return;
  }
  const files = bad.map(({ name }) => name);
  console.log(`Once more: ${files.map((file) => relative(root, file)).join(', ')}`);
  const second = await reportOf([...options, '--runTestsByPath', ...files], environment);
  const again = second?.testResults ?? bad;
  const failedBefore = new Set(namesOf(bad, 'failed'));
  for (const name of namesOf(again, 'passed')) if (failedBefore.has(name)) console.log(`PASSED AT THE SECOND TRY: ${name}`);
  count([...first.testResults.filter(({ status }) => status !== 'failed'), ...again]);
}

/** The suites that need an engine, one after the other: they break engines and measure time. */
async function engineSuites(commandArguments) {
  const engines = await startEngines();
  console.log(`engines from ${engines.from}`);
  try {
    const suites = '(platform/test/[^/]*-(mongo|kafka|redis|minio)[^/]*|test/engines/[^/]*)[.]test[.]ts$';
    await jest(['--selectProjects', 'platform', 'test', '--runInBand'], ['--testPathPatterns', suites, ...commandArguments], engines.environment);
  } finally {
    await engines.stop();
  }
}

const [which, ...rest] = process.argv.slice(2);
if (which === 'web') {
  const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (existsSync(chromium)) {
    buildSite();
    await jest(['--config', join(root, 'test/web/jest.config.mjs'), '--runInBand'], rest);
  } else skip('the browser suite', `no Chromium at ${chromium}; set CHROMIUM_PATH`);
} else if (which === 'engines') {
  await engineSuites(rest);
} else {
  check('types of services, platform, scripts and tests', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']);
  check('types of the web', 'node_modules/typescript/bin/tsc', ['-p', 'web']);
  check('lint and import rules', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings']);
  if (existsSync(join(root, 'tools/node_modules'))) check('event contracts: lint and generated code', 'scripts/proto.mjs', ['check']);
  else skip('event contracts: buf lint and generated code', '`npm ci --prefix tools` has not been run; .ci/run does');
  await jest([], rest);
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;
