import { StoreUnavailable } from '../errors.ts';

export interface SharingOptions<Item, Result> {
  /** How many commands may be under way before others gather. */
  readonly underWay: number;
  /** How many items share a command at most. */
  readonly together: number;
  /** How long an item waits for its turn, in milliseconds, and how many may wait. */
  readonly waitMs: number;
  readonly waiting: number;
  /** One command for these items: a result for each, or the error of each that failed alone. What it throws is the error of all. */
  run(items: readonly Item[]): Promise<readonly (Result | Error)[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Lets calls that come while commands are under way share the next one, so that a busy store is asked less often. A call that finds nothing under way goes out at the end of its turn of the event loop, with those that came in the same.
 * A command starts after each call that shares it, so whoever reads sees what was answered before. Throws StoreUnavailable for what had no turn in time: it was never sent.
 */
export function sharing<Item, Result>({ underWay, together, waitMs, waiting: mostWaiting, run }: SharingOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let gathering = false;
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    const batch = waiting.splice(0, together);
    running += 1;
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, one] of batch.entries()) {
        const result = results[index];
        if (result instanceof Error) one.reject(result);
        else one.resolve(result as Result);
      }
    } catch (error) {
      for (const one of batch) one.reject(error);
    } finally {
      running -= 1;
    }
    next();
  }

  function next(): void {
    if (waiting.length > 0 && running < underWay) gather();
    if (waiting.length === 0) {
      clearTimeout(timer);
      timer = undefined;
    } else timer ??= setTimeout(giveUp, waitMs);
  }

  /** Requests that arrived together come here one by one within a turn. */
  function gather(): void {
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      while (waiting.length > 0 && running < underWay) void send();
    });
  }

  /** Those who wait the longest stand in front. */
  function giveUp(): void {
    timer = undefined;
    const before = performance.now() - waitMs;
    const stay = waiting.findIndex(({ sinceMs }) => sinceMs > before);
    for (const one of waiting.splice(0, stay === -1 ? waiting.length : stay)) one.reject(new StoreUnavailable('The store is busy: a call had no turn in time.'));
    const first = waiting[0];
    if (first) timer = setTimeout(giveUp, Math.max(1, first.sinceMs + waitMs - performance.now()));
  }

  return (item) => {
    if (waiting.length >= mostWaiting) return Promise.reject(new StoreUnavailable('The store is busy: too many calls wait.'));
    return new Promise((resolve, reject) => {
      waiting.push({ item, sinceMs: performance.now(), resolve, reject });
      next();
    });
  };
}
