// The event contracts: `node scripts/proto.mjs lint | generate | check | breaking [REF]`.
// buf and the generator are 130 MB that only this command needs, so they live in tools/ and are installed on first use.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tools = join(root, 'tools');
const binaries = join(tools, 'node_modules', '.bin');
const contracts = join(root, 'proto', 'events');

/** Ends the command with one sentence. */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Installs the tools when they are not there yet. */
function ensureTools() {
  if (existsSync(join(binaries, 'protoc-gen-es'))) return;
  const npm = spawnSync('npm', ['ci', '--prefix', tools, '--ignore-scripts'], { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (npm.status !== 0) stop('The tools for event contracts could not be installed: `npm ci --prefix tools` failed. A connection to the npm registry is needed once.');
}

/** Runs buf on the contracts with the tools' own plugins; stops with `sentence` when it fails. */
function buf(bufArguments, sentence) {
  const environment = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` };
  const result = spawnSync('buf', bufArguments, { cwd: contracts, env: environment, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) stop(sentence);
}

const lint = () => buf(['lint'], 'The event contracts break a rule of buf lint: see the lines above.');
const generate = (into) => buf(['generate', '-o', into], 'No TypeScript could be generated from the event contracts: see the lines above.');

/** Gives the files of a folder as a list of `name` and `content`; none when the folder is absent. */
function contents(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map((entry) => ({ name: join(entry.parentPath, entry.name).slice(folder.length + 1), content: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));
}

/** The newest tag behind this commit; undefined in a copy without tags. */
function lastTag() {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Lints, compares with the last tag, generates beside the committed files and stops when the two differ. */
function check() {
  lint();
  const tag = lastTag();
  if (tag) breaking(tag);
  else console.log('SKIPPED: event contracts beside those of the last tag (this copy has no tags)');
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-proto-'));
  try {
    generate(folder);
    const fresh = new Map(contents(join(folder, 'gen')).map((file) => [file.name, file.content]));
    const committed = new Map(contents(join(contracts, 'gen')).map((file) => [file.name, file.content]));
    const different = [...new Set([...fresh.keys(), ...committed.keys()])].filter((name) => fresh.get(name) !== committed.get(name));
    if (different.length > 0) {
      // process.exit would skip the finally below, so the folder stays only when this ends by itself.
      console.error(`proto/events/gen is not what the contracts give (${different.join(', ')}): run \`npm run proto -- generate\`.`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compares the contracts with those of a commit; field numbers, types and names must not change. */
function breaking(reference) {
  const known = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${reference}^{commit}`], { cwd: root, encoding: 'utf8' });
  if (known.status !== 0) stop(`There is no commit ${reference} here to compare the event contracts with.`);
  const against = `${join(root, '.git')}#format=git,ref=${known.stdout.trim()},subdir=proto/events`;
  buf(['breaking', '--against', against], `The event contracts break readers of ${reference}: see the lines above. Add fields or a new version instead.`);
}

const [verb, reference = lastTag() ?? 'main'] = process.argv.slice(2);
const verbs = { lint, generate: () => generate('.'), check, breaking: () => breaking(reference) };
if (!verb || !Object.hasOwn(verbs, verb)) stop('Usage: npm run proto -- lint | generate | check | breaking [REF]');
ensureTools();
verbs[verb]();
