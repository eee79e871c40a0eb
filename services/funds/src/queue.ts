import { Refused } from '@tradepost/platform/errors.ts';
import type { Clock } from '@tradepost/platform/ports.ts';

const longestQueue = 500;
const longestWaitMs = 10_000;

/**
 * Lets the commands on one account run one after the other in this process, so that they do not collide with each other.
 * Throws `busy` when 500 wait already, and for a command that waited more than 10 s.
 */
export function accountQueue(clock: Clock): <T>(account: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { length: number; tail: Promise<unknown> }>();

  return (account, work) => {
    const queue = queues.get(account) ?? { length: 0, tail: Promise.resolve() };
    if (queue.length >= longestQueue) return Promise.reject(new Refused('busy'));
    queues.set(account, queue);
    queue.length += 1;
    const sinceMs = clock.now();
    const turn = async () => {
      try {
        if (clock.now() - sinceMs > longestWaitMs) throw new Refused('busy');
        return await work();
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(account);
      }
    };
    // The one in front has told its own caller how it went; the next one only waits for its end.
    const result = queue.tail.then(turn, turn);
    queue.tail = result;
    return result;
  };
}
