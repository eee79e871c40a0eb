// Amounts as somebody may write them into a body, and what must come of each: exactly those paise, or a refusal.

import { type Random, seeded } from '../rig/random.ts';
import type { TestPlatform, Visitor } from '../support/platform.ts';

const strange = [
  ...['0', '-0', '0.0', '0.00', '0.005', '0.001', '0.009', '-1', '-0.01', '+1', '1e3', '1E3', '1e-2', '1.5e1', '0.1e1', '100.', '.5', '00.5', '01', '1_000', '1,000', '1 000'],
  ...['9e15', '9007199254740993', '1000000000', '1000000000.00', '1000000000.01', '999999999.99', '10000000000', '1e999', '-1e999', '1e400', '0x10', '0b1', '0o7'],
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'true',
    'false',
    '""',
    '"100"',
    '"100.00"',
    '"1e3"',
    '[1]',
    '{"paise":100}',
    '[]',
    '{}',
    '0.1+0.2',
    '0.30000000000000004',
    '1.10',
    '1.1',
    '1.13',
  ],
  ...['٣', '१०', '１２', '"१००"', '₹5', '"₹5"', '1.005', '2.675', '4.35', '1.15', '8.345', '0.29', '0.57', '0.58', '1.16', '64.1', '1.0000000000000001', '5.000', '5.10000'],
];

function madeText(random: Random): string {
  const whole = String(random.whole(0, 10 ** random.whole(1, 9)));
  const digits = random.whole(0, 4);
  const fraction = digits === 0 ? '' : `.${String(random.whole(0, 10 ** digits - 1)).padStart(digits, '0')}`;
  const chance = random.next();
  if (chance < 0.08) return `-${whole}${fraction}`;
  if (chance < 0.16) return `${whole}${fraction}e${random.whole(-4, 4)}`;
  if (chance < 0.2) return `"${whole}${fraction}"`;
  if (chance < 0.24) return `${String(random.next())}${random.whole(0, 9)}`;
  return `${whole}${fraction}`;
}

/** The first texts are the known odd ones, each at least once; the rest is made up. */
export function amountTexts(seed: number, count: number): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) => strange[index] ?? madeText(random));
}

/** The value of a JSON number in hundredths, by whole numbers alone; undefined when it is no JSON number or falls between two paise. */
export function exactPaise(text: string): bigint | undefined {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = BigInt(whole + fraction);
  const places = Number(power) + 2 - fraction.length;
  if (places < 0 && digits % 10n ** BigInt(-places) !== 0n) return undefined;
  const size = places < 0 ? digits / 10n ** BigInt(-places) : digits * 10n ** BigInt(places);
  return sign === '-' ? -size : size;
}

/** Written as the interface asks for it: no sign, no exponent, at most two decimals, from 0.01 to 1000000000.00. */
export function isPlain(text: string): boolean {
  if (!/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/.test(text)) return false;
  const value = exactPaise(text);
  return value !== undefined && value > 0n && value <= 100_000_000_000n;
}

export interface AmountsResult {
  readonly texts: number;
  readonly booked: number;
  readonly faults: readonly string[];
}

/** Where the account stands, in paise; its figures are exact in a double at this size. */
async function postedOf(client: Visitor): Promise<bigint> {
  return BigInt(Math.round(Number((await client.get(`/api/user/${client.id}`)).body.totalfund) * 100));
}

/** Puts each text into a deposit over HTTP. Books exactly the paise that it says, or refuses it with 400 or 422 and changes nothing. */
export async function checkAmounts(platform: TestPlatform, options: { seed: number; count: number }): Promise<AmountsResult> {
  const owner = await platform.owner();
  const client = await platform.client();
  const faults: string[] = [];
  let [posted, booked] = [0n, 0];
  for (const text of amountTexts(options.seed, options.count)) {
    const answer = await owner.put(`/api/users/${client.id}/totalfund`, `{"amount":${text}}`);
    const value = exactPaise(text);
    const full = isPlain(text) && value !== undefined && posted + value > 1_000_000_000_000n;
    if (answer.status === 200 && value !== undefined) {
      posted += value;
      booked += 1;
      if (!isPlain(text)) faults.push(`${text} was taken`);
    } else if (answer.status === 200) faults.push(`${text} was taken, and says no whole number of paise`);
    else if (full ? answer.status !== 409 : isPlain(text) || (answer.status !== 400 && answer.status !== 422)) faults.push(`${text} was answered ${answer.status}`);
    // A tenth of what an account may hold goes out again when it is half full, so that the limit of balances is never what refuses.
    if (posted > 500_000_000_000n && (await owner.patch(`/api/${client.id}/reduce-fund`, `{"amount":1000000000.00}`)).status === 200) posted -= 100_000_000_000n;
    if (answer.status === 200 && BigInt(Math.round(Number(answer.body.deposit.amount) * 100)) !== value) faults.push(`${text} was booked as ${answer.body.deposit.amount}`);
  }
  const standing = await postedOf(client);
  if (standing !== posted) faults.push(`the account has ${standing} paise, the texts add up to ${posted}`);
  return { texts: options.count, booked, faults: faults.slice(0, 20) };
}
