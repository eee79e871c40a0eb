// One side of F8 as a process of its own: the gateway with its live stream, or bare node:http that writes the same frame. Told what to do by its parent.
import { createServer, type ServerResponse } from 'node:http';
import { startGateway } from '../../gateway/test/support/gateway.ts';

const streams = 20_000;
const frame = Buffer.from('id: 0123456789ab-1\nevent: funds\ndata: {"kind":"FundsAdded","account":"reader","seq":1}\n\n');

interface Side {
  readonly url: string;
  readonly token: string;
  tell(): Promise<void> | void;
}

async function gatewaySide(): Promise<Side> {
  const running = await startGateway('in process', { rateLimitFactor: 1e6, liveLimits: { perSession: streams, perAccount: streams } });
  await running.gateway.start();
  const tell = () => running.bus.tell('FundsAdded', { account: 'reader', epoch: 1n, seq: 1n, amountPaise: 100n, postedPaise: 100n, heldPaise: 0n, entryId: 'e1', atMs: 1n });
  return { url: running.url, token: running.token('reader', '2'), tell };
}

async function bareSide(): Promise<Side> {
  const open = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': open\n\n');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const tell = (): void => {
    for (const response of open) response.write(frame);
  };
  return { url: `http://127.0.0.1:${port}`, token: 'none', tell };
}

const side = await (process.argv[2] === 'gateway' ? gatewaySide() : bareSide());
process.on('message', (word) => {
  if (word === 'tell') void side.tell();
  if (word === 'memory') {
    // What is left of opening the streams goes back to the system first.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    process.send?.({ residentBytes: process.memoryUsage().rss });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: side.url, token: side.token });
