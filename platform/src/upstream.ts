import { breakerOpen } from './metrics.ts';
import { type Clock, systemClock } from './ports.ts';

/** What is known of another process that is called: whether it answers at all, and how many calls were tried again lately. */
export interface Upstream {
  /** Whether a call may go out now. False while the breaker is open; every 5 s one call is let through to see. */
  mayCall(): boolean;
  /** How a call ended: whether there was any answer. A refusal is an answer. */
  record(answered: boolean): void;
  /** It answered a call that did not ask the breaker: it is there, so the breaker closes. */
  close(): void;
  /** A call that is made all the time had no answer. Until the next one has, nothing goes out, not even a probe, and whoever waits is told. */
  fallSilent(): void;
  /** Calls `hear` when it falls silent, at once when it is; once. Gives what takes that back. */
  onSilence(hear: () => void): () => void;
  /** Whether one more try is within the budget: a tenth of the calls of the last 10 s, and one at the least. Counts it. */
  mayRetry(): boolean;
  isOpen(): boolean;
}

const windowSeconds = 10;
const fewestCalls = 20;
const openMs = 5_000;
const retriesPerCall = 0.1;

interface Second {
  readonly at: number;
  calls: number;
  unanswered: number;
  retries: number;
}

/** Remembers whether there is silence, and who wants to hear of it. */
function openSilence() {
  let silent = false;
  const waiting = new Set<() => void>();
  return {
    begin(): void {
      silent = true;
      for (const hear of waiting) hear();
      waiting.clear();
    },
    end(): void {
      silent = false;
    },
    lasts: () => silent,
    hear(hear: () => void): () => void {
      if (silent) hear();
      else waiting.add(hear);
      return () => void waiting.delete(hear);
    },
  };
}

/**
 * Watches the calls to one upstream. Half or more of at least 20 calls in 10 s without an answer open the breaker: for 5 s nothing goes out, then one probe,
 * whose answer closes it. An upstream that is asked all the time anyway opens it by the first such call without an answer, and closes it by the next with one. Whoever is refused here is told so at once, and an upstream that starts again is not run over.
 */
export function watchUpstream(name: string, clock: Clock = systemClock): Upstream {
  let seconds: Second[] = [];
  let opened: number | undefined;
  const silence = openSilence();
  const gauge = breakerOpen.labels({ upstream: name });
  gauge.set(0);

  function now(): Second {
    const at = Math.floor(clock.now() / 1000);
    seconds = seconds.filter((second) => second.at > at - windowSeconds && second.at <= at);
    const last = seconds.at(-1);
    if (last?.at === at) return last;
    const second = { at, calls: 0, unanswered: 0, retries: 0 };
    seconds.push(second);
    return second;
  }

  const sum = (what: 'calls' | 'unanswered' | 'retries'): number => seconds.reduce((total, second) => total + second[what], 0);

  function open(): void {
    opened = clock.now();
    gauge.set(1);
  }

  function close(): void {
    if (opened === undefined) return;
    opened = undefined;
    silence.end();
    seconds = [];
    gauge.set(0);
  }

  return {
    mayCall() {
      if (opened === undefined) return true;
      if (silence.lasts()) return false;
      if (clock.now() - opened < openMs) return false;
      // This one is the probe; the next one goes out when it has said nothing for as long again.
      opened = clock.now();
      return true;
    },
    record(answered) {
      // While it is open only the probe is out; a late answer to a call of before says as much.
      if (opened !== undefined) {
        if (answered) close();
        return;
      }
      const second = now();
      second.calls += 1;
      if (!answered) second.unanswered += 1;
      if (sum('calls') >= fewestCalls && sum('unanswered') * 2 >= sum('calls')) open();
    },
    close,
    fallSilent() {
      open();
      silence.begin();
    },
    onSilence: silence.hear,
    mayRetry() {
      const second = now();
      if (sum('retries') >= Math.max(1, sum('calls') * retriesPerCall)) return false;
      second.retries += 1;
      return true;
    },
    isOpen: () => opened !== undefined,
  };
}
