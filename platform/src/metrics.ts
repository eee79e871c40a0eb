import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one process, in Prometheus' text form. */
export const registry = new Registry();

export const requests = new Counter({
  name: 'tradepost_requests_total',
  help: 'Calls answered, by service, route and status.',
  labelNames: ['service', 'method', 'route', 'status'],
  registers: [registry],
});
export const requestSeconds = new Histogram({
  name: 'tradepost_request_seconds',
  help: 'Time to answer a call, in seconds.',
  labelNames: ['service'],
  buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.3, 1, 5],
  registers: [registry],
});
export const outboxOldestSeconds = new Gauge({
  name: 'tradepost_outbox_oldest_seconds',
  help: 'Age of the oldest event that waits to be published, in seconds.',
  labelNames: ['service'],
  registers: [registry],
});
export const consumedEvents = new Counter({
  name: 'tradepost_consumed_events_total',
  help: 'Events handled, by consumer and outcome.',
  labelNames: ['group', 'outcome'],
  registers: [registry],
});
/** What the last look at the whole ledger found. */
export const verified = {
  ok: new Gauge({ name: 'tradepost_ledger_verified', help: '1 when the last verification found the ledger sound, 0 when it did not.', registers: [registry] }),
  entries: new Gauge({ name: 'tradepost_ledger_verified_entries', help: 'Entries that the last verification went through.', registers: [registry] }),
  seconds: new Gauge({ name: 'tradepost_ledger_verified_seconds', help: 'How long the last verification took, in seconds.', registers: [registry] }),
};
export const openStreams = new Gauge({
  name: 'tradepost_open_streams',
  help: 'Readers of the live stream that are connected now.',
  registers: [registry],
});

export const breakerOpen = new Gauge({
  name: 'tradepost_breaker_open',
  help: '1 while no calls go to an upstream because it does not answer.',
  labelNames: ['upstream'],
  registers: [registry],
});

/** Serves /metrics on its own port. Port 0 means off; a taken default port falls back to a free one when `fallback` is set. Gives the server and its port, or undefined. */
export async function serveMetrics(options: { host: string; port: number; fallback: boolean }): Promise<{ server: Server; port: number } | undefined> {
  if (options.port === 0) return undefined;
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, options.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(options.port).catch((error: unknown) => {
    if (!options.fallback) throw error;
    return listen(0);
  });
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : options.port };
}
