// Stands for a Kubernetes Service in front of the replicas of one service: each new connection goes to the next one that is ready.
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';

const probeEveryMs = 500;
const probeLimitMs = 1_000;

export interface Balancer {
  readonly url: string;
  /** Names where a replica listens from now on. */
  set(replica: string, url: string): void;
  close(): Promise<void>;
}

/** Whether a replica says that it is ready. */
function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(`${url}/readyz`, { agent: false, timeout: probeLimitMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });
}

interface Replica {
  readonly url: string;
  ready: boolean;
}

/** Carries a connection until one side ends it; what one side breaks off is broken off at the other. */
function carry(client: Socket, upstream: Socket): void {
  client.pipe(upstream).pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const)
    one.once('close', () => other.destroy());
}

/** Opens a balancer on a free port of loopback. One without a replica that is ready breaks connections off. */
export async function openBalancer(): Promise<Balancer> {
  const replicas = new Map<string, Replica>();
  const sockets = new Set<Socket>();
  let turn = 0;

  function kept(socket: Socket): Socket {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An error is followed by `close`, which the other side hears of.
    socket.on('error', () => undefined);
    return socket.setNoDelay();
  }

  function pass(client: Socket, tries: number): void {
    const ready = [...replicas.values()].filter((one) => one.ready);
    const chosen = ready[turn % Math.max(1, ready.length)];
    turn += 1;
    if (!chosen || tries === 0 || client.destroyed) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(chosen.url);
    const upstream = kept(connect({ host: hostname, port: Number(port) }));
    const refused = (): void => {
      chosen.ready = false;
      pass(client, tries - 1);
    };
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      carry(client, upstream);
    });
  }

  const server = createServer((client) => pass(kept(client), 3));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port.');
  const timer = setInterval(() => {
    for (const replica of replicas.values())
      void isReady(replica.url).then((ready) => {
        replica.ready = ready;
      });
  }, probeEveryMs);
  return {
    url: `http://127.0.0.1:${address.port}`,
    set: (replica, url) => void replicas.set(replica, { url, ready: true }),
    async close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
