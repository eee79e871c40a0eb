import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Latencies of one run in milliseconds, sorted. */
export type Latencies = readonly number[];

function call(agent: Agent, url: URL, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = url;
    get({ agent, hostname, port, path: pathname, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A call was answered ${response.statusCode}.`));
      response.resume();
      response.once('end', resolve);
    }).once('error', reject);
  });
}

/**
 * Calls `url` `perSecond` times a second for `seconds`, whether the answers come or not. A latency counts from the moment at which its call was due: a server that stands still
 * makes all calls late that were due meanwhile. Throws when an answer is not 200.
 */
export async function openLoop(url: string, options: { headers: Readonly<Record<string, string>>; perSecond: number; seconds: number }): Promise<Latencies> {
  const { headers, perSecond, seconds } = options;
  const [agent, address] = [new Agent({ keepAlive: true }), new URL(url)];
  const latenciesMs: number[] = [];
  const calls: Promise<void>[] = [];
  const beganMs = performance.now();
  try {
    for (let sent = 0; sent < perSecond * seconds; ) {
      const dueMs = beganMs + (sent / perSecond) * 1000;
      if (performance.now() < dueMs) {
        // Up to a millisecond late, on both sides alike; a loop that never sleeps would take a core from those that are measured.
        await pause(1);
        continue;
      }
      calls.push(call(agent, address, headers).then(() => void latenciesMs.push(performance.now() - dueMs)));
      sent += 1;
    }
    await Promise.all(calls);
  } finally {
    agent.destroy();
  }
  return latenciesMs.toSorted((a, b) => a - b);
}
