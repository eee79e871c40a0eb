import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

type Pair = readonly [client: Socket, upstream: Socket];

const hostAndPort = (target: string): { host: string; port: number } => {
  const url = new URL(`tcp://${target}`);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
};

/** A wire between clients and a server that breaks when it is told to. Made by `openFaultProxy`. */
export class FaultProxy {
  readonly host = '127.0.0.1';
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #latencyMs = 0;
  #bytesLeft = Number.POSITIVE_INFINITY;
  #resets = 0;
  #passing = Promise.withResolvers<void>();

  constructor(server: Server, port: number, target: string) {
    this.#server = server;
    this.port = port;
    this.#passing.resolve();
    server.on('connection', (client) => {
      const upstream = connect(hostAndPort(target));
      const pair: Pair = [client, upstream];
      this.#pairs.add(pair);
      client.once('close', () => this.#pairs.delete(pair));
      this.#carry(client, upstream, (data) => this.#pairs.has(pair) && upstream.write(data));
      this.#carry(upstream, client, (data) => this.#answer(pair, data));
    });
  }

  /** `host:port`, for clients. */
  get address(): string {
    return `${this.host}:${this.port}`;
  }

  /** How many connections were reset. */
  get resets(): number {
    return this.#resets;
  }

  /** Holds back each piece of data in both directions; 0 ends it. */
  slowDown(latencyMs: number): void {
    this.#latencyMs = latencyMs;
  }

  /** Lets `bytes` more through from the server, over all connections together, then resets the connection that has brought more. Once. */
  resetAfter(bytes: number): void {
    this.#bytesLeft = bytes;
  }

  /** Resets all connections that are open now. */
  resetAll(): void {
    for (const pair of this.#pairs) this.#reset(pair);
  }

  /** Nothing passes any more and nothing ends: connections stay half open, new ones are taken and never answered. */
  freeze(): void {
    this.#passing.resolve();
    this.#passing = Promise.withResolvers();
  }

  /** What was held back by `freeze` passes, in order. */
  thaw(): void {
    this.#passing.resolve();
  }

  async close(): Promise<void> {
    this.thaw();
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await closed;
  }

  #reset(pair: Pair): void {
    if (!this.#pairs.delete(pair)) return;
    this.#resets += 1;
    for (const socket of pair) socket.resetAndDestroy();
  }

  /** What the server says, up to the byte at which the wire breaks. */
  #answer(pair: Pair, data: Buffer): void {
    if (!this.#pairs.has(pair)) return;
    const allowed = Math.min(this.#bytesLeft, data.length);
    pair[0].write(data.subarray(0, allowed));
    this.#bytesLeft -= allowed;
    if (allowed === data.length) return;
    this.#bytesLeft = Number.POSITIVE_INFINITY;
    // What was let through must be on its way before the reset throws the buffers away.
    setImmediate(() => this.#reset(pair));
  }

  /** Passes on what comes from `source`: in order, each piece after its time. */
  #carry(source: Socket, sink: Socket, pass: (data: Buffer) => void): void {
    let turn = Promise.resolve();
    const next = (step: () => void): void => {
      const dueMs = performance.now() + this.#latencyMs;
      turn = turn.then(async () => {
        if (dueMs > performance.now()) await pause(dueMs - performance.now());
        await this.#passing.promise;
        step();
      });
    };
    source.on('data', (data) => next(() => pass(data)));
    source.on('end', () => next(() => sink.end()));
    source.on('close', () => next(() => sink.destroy()));
    // An error is followed by `close`, which the other side hears of.
    source.on('error', () => undefined);
  }
}

/** Opens a proxy on a free port of loopback that passes everything on to `target` (`host:port`). */
export async function openFaultProxy({ target }: { target: string }): Promise<FaultProxy> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return new FaultProxy(server, address.port, target);
}
