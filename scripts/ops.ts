// `npm run ops -- NOUN VERB`: the operator's tool.
import { parseArgs } from 'node:util';
import { type Verb, verbs } from './operator/verbs.ts';

const lines = Object.entries(verbs).map(([name, { takes, help }]) => `  ${`${name} ${takes}`.trim().padEnd(44)} ${help}`);
const help = `npm run ops -- NOUN VERB [--json]

${lines.join('\n')}

Verbs that read open the stores beside a running platform; verbs that write are run by the platform while it runs.
--json prints JSON, one value a line. DATA_DIR names the data folder [./data].`;

const valued = [...new Set(Object.values(verbs).flatMap(({ options }) => options))];

/** Throws an Error with one sentence for words or options that the verb does not take. */
function checkGiven(name: string, verb: Verb, rest: readonly string[], given: readonly string[]): void {
  const [least, most] = verb.words;
  if (rest.length < least || rest.length > most) throw new Error(`Write it like this: npm run ops -- ${`${name} ${verb.takes}`.trim()}`);
  const stray = given.find((option) => !verb.options.includes(option));
  if (stray !== undefined) throw new Error(`${name} has no option --${stray}.`);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, ...Object.fromEntries(valued.map((name) => [name, { type: 'string' as const }])) },
  });
  const { json = false, help: helpAsked = false, ...options }: Record<string, string | boolean | undefined> = { ...values };
  const name = positionals.slice(0, 2).join(' ');
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (helpAsked || positionals.length === 0) {
    console.log(help);
    return helpAsked ? 0 : 2;
  }
  if (!verb) throw new Error(`There is no verb ${positionals.join(' ')}; \`npm run ops -- --help\` lists all.`);
  const rest = positionals.slice(2);
  checkGiven(name, verb, rest, Object.keys(options));
  const texts = Object.fromEntries(Object.entries(options).map(([option, value]) => [option, String(value)]));
  return verb.run({ dataDir: process.env.DATA_DIR?.trim() || './data', rest, json: json === true, options: texts });
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
