import { timeOrderedId } from '@tradepost/platform/ids.ts';
import type { Logger } from '@tradepost/platform/log.ts';
import type { Clock, EventBus } from '@tradepost/platform/ports.ts';
import { encodeEvent } from '@tradepost/proto/events/catalog.ts';
import type { Board } from './board.ts';
import { instruments } from './instruments.ts';
import type { Quote } from './quote.ts';
import { statusOf } from './status.ts';

/** Somebody reads when the last one did so within this many periods. */
const periodsOfInterest = 2;

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

  async function tell(quotes: readonly Quote[]): Promise<void> {
    const nowMs = clock.now();
    const rows = quotes.map((quote) => ({ quote, status: statusOf(quote, nowMs) }));
    const news = rows.filter(({ quote, status }) => told.get(quote.symbol) !== `${quote.price} ${status}`);
    if (news.length === 0) return;
    const prices = news.map(({ quote, status }) => ({
      ...{ symbol: quote.symbol, pricePaise: BigInt(Math.round(quote.price * 100)), asOfMs: BigInt(quote.asOfMs), status },
      previousClosePaise: BigInt(Math.round((quote.previousClose ?? 0) * 100)),
    }));
    const event = encodeEvent('SnapshotRefreshed', { atMs: BigInt(nowMs), prices });
    await bus.publish('tradepost.market', [{ id: timeOrderedId(nowMs), ...event, source: 'market', subject: 'market', time: new Date(nowMs).toISOString() }]);
    for (const { quote, status } of news) told.set(quote.symbol, `${quote.price} ${status}`);
  }

  async function round(symbols: readonly string[]): Promise<void> {
    try {
      if (!board().record.reachable) await board().probe();
      await tell([...(await board().quotes(symbols)).values()]);
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
