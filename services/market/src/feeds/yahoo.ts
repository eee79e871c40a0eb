import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { readChart } from '../chart.ts';
import { instruments } from '../instruments.ts';
import type { Quote } from '../quote.ts';
import type { Feed } from './feed.ts';

export const publicBase = 'https://query1.finance.yahoo.com';
/** The most that is waited for one answer, from the first byte sent to the last one read. */
export const deadlineMs = 3_000;
const maximumBytes = 256 * 1024;
/** A clock may be off by this much before a price counts as one of the future. */
const clockSlackMs = 120_000;

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');

/** Whether an address belongs to this machine or its own network, where a public source cannot be. */
export const isPrivate = (address: string): boolean => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Reads at most 256 KB as JSON. Throws an Error with one sentence. */
async function readJson(response: Response): Promise<unknown> {
  if (response.status >= 300 && response.status < 400) throw new Error('The source answered with a redirect, which is not followed.');
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of response.body ?? []) {
    sizeBytes += piece.byteLength;
    // Leaving the loop cancels the rest.
    if (sizeBytes > maximumBytes) throw new Error('The source answered with more than 256 KB.');
    pieces.push(piece);
  }
  if (response.status !== 200) throw new Error(`The source answered with status ${response.status}.`);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (error) {
    throw new Error('The source answered something that is no JSON.', { cause: error });
  }
}

/**
 * The live source: one chart of one day for each symbol. `base` is set by the operator alone; without one it is the public source, which is refused when its name leads to a private address.
 * Redirects are not followed, an answer has 3 s and 256 KB, and what it says must be about the symbol that was asked for, in rupees, and not of the future.
 */
export function yahooFeed(options: { base: string | undefined; fetch: typeof fetch; now: () => number }): Feed {
  const base = options.base ?? publicBase;
  return {
    source: 'yahoo',
    async quote(symbol, signal): Promise<Quote> {
      const instrument = instruments.get(symbol);
      if (!instrument) throw new Error(`There is no symbol ${symbol}.`);
      const whole = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      if (options.base === undefined) {
        const addresses = await lookup(new URL(base).hostname, { all: true });
        if (addresses.some(({ address }) => isPrivate(address))) throw new Error('The name of the source leads to a private address.');
      }
      const response = await options.fetch(`${base}/v8/finance/chart/${encodeURIComponent(instrument.yahoo)}?interval=5m&range=1d&includePrePost=false`, {
        redirect: 'manual',
        signal: whole,
        headers: { accept: 'application/json', 'user-agent': 'Mozilla/5.0 (compatible; Tradepost)' },
      });
      const { sourceSymbol, currency, ...facts } = readChart(await readJson(response));
      if (sourceSymbol !== instrument.yahoo) throw new Error('The source answered for another symbol.');
      if (currency !== null && currency !== 'INR') throw new Error('The source answered in another currency.');
      if (facts.asOfMs > options.now() + clockSlackMs) throw new Error('The source answered with a price of the future.');
      return { ...facts, symbol, currency: 'INR', source: 'yahoo' };
    },
  };
}
