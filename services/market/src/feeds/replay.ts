import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '../calendar.ts';
import { readChart } from '../chart.ts';
import { instruments } from '../instruments.ts';
import { type Bar, type Quote, rounded } from '../quote.ts';
import type { Feed } from './feed.ts';

const symbolOf = new Map([...instruments.values()].map(({ symbol, yahoo }) => [yahoo, symbol]));
const fieldOf = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null && name in value ? value[name as keyof typeof value] : undefined);

/** A recorded answer as it was sent, bare or as the body of a recorded exchange. */
function chartIn(recorded: unknown): unknown {
  const response = fieldOf(recorded, 'response');
  const body = fieldOf(response, 'body') ?? fieldOf(response, 'bodyJson') ?? recorded;
  return typeof body === 'string' ? JSON.parse(body) : body;
}

/** Columns `symbol,timestamp,open,high,low,close,volume`, symbols in the live source's spelling, times with their zone. Rows of other symbols and without a close are passed over. */
function readBars(text: string, bars: Map<string, Bar[]>): void {
  const [head, ...lines] = text.split('\n');
  if (head?.trim() !== 'symbol,timestamp,open,high,low,close,volume') return;
  for (const line of lines) {
    const [name = '', time = '', ...figures] = line.trim().split(',');
    const symbol = symbolOf.get(name);
    const [open, high, low, close, volume] = figures.map((figure) => (figure === '' ? Number.NaN : Number(figure)));
    const atMs = Date.parse(time);
    if (symbol === undefined || Number.isNaN(atMs) || !close || !open || !high || !low) continue;
    const bar: Bar = {
      atMs,
      open: rounded(open),
      high: rounded(high),
      low: rounded(low),
      close: rounded(close),
      volume: volume === undefined || Number.isNaN(volume) ? null : volume,
    };
    const list = bars.get(symbol);
    if (list) list.push(bar);
    else bars.set(symbol, [bar]);
  }
}

function quoteFromBars(symbol: string, all: readonly Bar[], atMs: number): Quote | undefined {
  const past = all.filter((bar) => bar.atMs <= atMs);
  const last = past.at(-1);
  if (!last) return undefined;
  const bars = past.filter((bar) => dayOf(bar.atMs) === dayOf(last.atMs));
  const before = past[past.length - bars.length - 1];
  return {
    ...{ symbol, currency: 'INR', source: 'replay', asOfMs: last.atMs, bars, price: last.close ?? 0, previousClose: before?.close ?? null },
    ...{ low: Math.min(...bars.map(({ low }) => low ?? Number.POSITIVE_INFINITY)), high: Math.max(...bars.map(({ high }) => high ?? 0)) },
    volume: bars.reduce((total, { volume }) => total + (volume ?? 0), 0),
  };
}

function readFolder(folder: string): { charts: Map<string, Quote>; bars: Map<string, Bar[]> } {
  const charts = new Map<string, Quote>();
  const bars = new Map<string, Bar[]>();
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.csv')) readBars(readFileSync(join(folder, name), 'utf8'), bars);
    if (!name.endsWith('.json')) continue;
    try {
      const { sourceSymbol, currency: _currency, ...facts } = readChart(chartIn(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
      const symbol = symbolOf.get(sourceSymbol);
      if (symbol !== undefined) charts.set(symbol, { ...facts, symbol, currency: 'INR', source: 'replay' });
    } catch (error) {
      // Recordings of refusals lie beside those of prices; a file that cannot be read at all is a fault of the disk.
      if (error instanceof Error && 'code' in error) throw error;
    }
  }
  for (const [symbol, list] of bars)
    bars.set(
      symbol,
      list.sort((a, b) => a.atMs - b.atMs),
    );
  return { charts, bars };
}

/** Plays what was recorded, with its own times: bars later than now are not known yet, and when all are past, the last day stands. The folder is read once, with the first question. */
export function replayFeed(options: { folder: string; now: () => number }): Feed {
  let recorded: ReturnType<typeof readFolder> | undefined;
  return {
    source: 'replay',
    async quote(symbol) {
      recorded ??= readFolder(options.folder);
      const chart = recorded.charts.get(symbol);
      const quote = chart && chart.asOfMs <= options.now() ? chart : quoteFromBars(symbol, recorded.bars.get(symbol) ?? [], options.now());
      if (!quote) throw new Error(`Nothing is recorded for ${symbol}.`);
      return quote;
    },
  };
}
