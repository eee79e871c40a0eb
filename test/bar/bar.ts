// `npm run bar -- ID`: one id of the Bar in full size.
import { parseArgs } from 'node:util';
import { absent, checks } from './table.ts';

const help = `npm run bar -- ID [--seed N] [--share S]

Runs one check of the Bar in full size, prints its figure and its seed, and ends with 1 when it does not pass.
--share 0.1 runs a tenth of the rounds; without --seed the clock chooses. One that cannot run here is SKIPPED by name.

${checks.map(({ id, what }) => `  ${id.padEnd(4)} ${what}`).join('\n')}

Not run by this command:
${Object.entries(absent)
  .map(([ids, why]) => `  ${ids}: ${why}`)
  .join('\n')}`;

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value) || value < least || value > most) throw new Error(`--${name} takes a number from ${least} to ${most}.`);
  return value;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, share: { type: 'string', default: '1' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const [id = ''] = positionals;
  if (values.help || positionals.length !== 1) {
    console.log(help);
    return values.help ? 0 : 2;
  }
  const missing = Object.entries(absent).find(([ids]) => ids.split(' ').includes(id));
  if (missing) {
    console.log(`SKIPPED: ${id} (${missing[1]})`);
    return 0;
  }
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`There is no ${id}; \`npm run bar -- --help\` lists what there is.`);
  const seed = Math.floor(numberOf('seed', values.seed ?? String(Date.now() % 1_000_000), 0, 2_147_483_647));
  const share = numberOf('share', values.share, 0.0001, 1);
  console.log(`${id}: ${check.what}\nseed ${seed}${share === 1 ? '' : `, ${share} of the full size`}`);
  const beganMs = performance.now();
  const seen = await check.run({ seed, share, say: (text) => console.log(text) });
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(0);
  if ('skipped' in seen) {
    console.log(`SKIPPED: ${id} (${seen.skipped})`);
    return 0;
  }
  console.log(`${seen.passed ? 'passed' : 'FAILED'}: ${id} (${seen.figure}; seed ${seed}${share === 1 ? '' : `, ${share} of the full size`}, ${seconds} s)`);
  return seen.passed ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
