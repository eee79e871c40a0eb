import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, EventBus } from '@tradepost/platform/ports.ts';
import type { DataStatus } from '@tradepost/proto/api/market/schemas.ts';
import { encodeEvent } from '@tradepost/proto/events/catalog.ts';
import type { Board } from './board.ts';
import { instruments } from './instruments.ts';
import { statusOf } from './status.ts';

/** Somebody reads when the last one did so within this many periods. */
const periodsOfInterest = 2;
const symbolsAtOnce = 6;

interface News {
  readonly symbol: string;
  readonly price: number;
  readonly previousClose: number;
  readonly asOfMs: number;
  readonly status: DataStatus;
}

/** Refreshes what is read, period by period, and tells of it. */
export interface Rounds {
  /** Somebody reads these symbols. */
  read(symbols: readonly string[]): void;
  /** The time of the next refresh: the same for all processes, by the clock. */
  periodEndMs(): number;
  /** Runs the first round, of everything, in the background. */
  start(): void;
  stop(): Promise<void>;
}

/** `board` is asked late: it needs to know the periods itself. A platform that nobody reads does no work: the timer runs only while there are readers. */
export function openRounds(options: { board: () => Board; bus: EventBus; clock: Clock; log: Logger; refreshMs: number; everything: boolean }): Rounds {
  const { board, bus, clock, log, refreshMs } = options;
  const all = [...instruments.keys()];
  const lastRead = new Map<string, number>();
  const told = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let started = false;

  const periodEndMs = (): number => (Math.floor(clock.now() / refreshMs) + 1) * refreshMs;

  /** What is new among some symbols. Quotes with their whole days are let go at once: a round goes over all of them. */
  async function newsOf(symbols: readonly string[]): Promise<News[]> {
    const nowMs = clock.now();
    return [...(await board().quotes(symbols)).values()].flatMap((quote) => {
      const status = statusOf(quote, nowMs);
      if (told.get(quote.symbol) === `${quote.price} ${status}`) return [];
      return [{ symbol: quote.symbol, price: quote.price, previousClose: quote.previousClose ?? 0, asOfMs: quote.asOfMs, status }];
    });
  }

  async function tell(news: readonly News[]): Promise<void> {
    if (news.length === 0) return;
    const nowMs = clock.now();
    const prices = news.map(({ symbol, price, previousClose, asOfMs, status }) => ({
      ...{ symbol, pricePaise: BigInt(Math.round(price * 100)), previousClosePaise: BigInt(Math.round(previousClose * 100)), asOfMs: BigInt(asOfMs), status },
    }));
    const event = encodeEvent('SnapshotRefreshed', { atMs: BigInt(nowMs), prices });
    await bus.publish('tradepost.market', [{ id: timeOrderedId(nowMs), ...event, source: 'market', subject: 'market', time: new Date(nowMs).toISOString() }]);
    for (const { symbol, price, status } of news) told.set(symbol, `${price} ${status}`);
  }

  async function round(symbols: readonly string[]): Promise<void> {
    try {
      if (!board().record.reachable) await board().probe();
      const news: News[] = [];
      for (let from = 0; from < symbols.length; from += symbolsAtOnce) news.push(...(await newsOf(symbols.slice(from, from + symbolsAtOnce))));
      await tell(news);
    } catch (error) {
      log.warn({ err: error }, 'the new prices could not be told');
    }
  }

  function schedule(): void {
    if (!started || timer !== undefined) return;
    // A little after the turn of the period, so that what belonged to the last one has expired everywhere.
    timer = setTimeout(
      () => {
        timer = undefined;
        const sinceMs = clock.now() - periodsOfInterest * refreshMs;
        const wanted = all.filter((symbol) => (lastRead.get(symbol) ?? 0) >= sinceMs);
        if (wanted.length === 0) return;
        running = round(options.everything ? all : wanted).finally(schedule);
      },
      Math.max(1, periodEndMs() - clock.now()) + 20,
    );
    timer.unref();
  }

  return {
    periodEndMs,
    read(symbols) {
      const nowMs = clock.now();
      for (const symbol of symbols) lastRead.set(symbol, nowMs);
      schedule();
    },
    start() {
      started = true;
      running = round(all);
    },
    async stop() {
      started = false;
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
