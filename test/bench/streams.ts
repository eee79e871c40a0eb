import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** One server with its open streams. */
export interface StreamSide {
  /** Milliseconds from the word to the server until the last reader has the frame. */
  round(): Promise<number>;
  /** Resident bytes that one open stream costs the server. */
  readonly bytesPerStream: number;
  close(): void;
}

const endOfFrame = Buffer.from('\n\n');

/** Opens a stream and calls `heard` for every frame that arrives. */
async function reader(port: number, token: string, heard: () => void): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (piece) => {
    for (let at = piece.indexOf(endOfFrame); at !== -1; at = piece.indexOf(endOfFrame, at + 2)) heard();
  });
  await once(socket, 'connect');
  socket.write(`GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

async function residentBytes(child: ChildProcess): Promise<number> {
  child.send('memory');
  const [answer] = await once(child, 'message');
  return answer.residentBytes;
}

/** Starts `kind` as a process of its own and opens `streams` readers on it. */
export async function openStreamSide(kind: 'gateway' | 'bare', streams: number): Promise<StreamSide> {
  const child = fork(join(import.meta.dirname, 'stream-server.ts'), [kind], { execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'] });
  const [{ url, token }] = await once(child, 'message');
  const port = Number(new URL(url).port);
  let waiting = 0;
  let allHeard = (): void => undefined;
  const heard = (): void => {
    waiting -= 1;
    if (waiting === 0) allHeard();
  };
  const sockets: Socket[] = [];
  async function openUpTo(count: number): Promise<void> {
    waiting = count - sockets.length;
    const opened = new Promise<void>((resolve) => {
      allHeard = resolve;
    });
    while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, count - sockets.length) }, () => reader(port, token, heard)))));
    await opened;
  }
  // The first ones bring in code and buffers that all of them share.
  const first = Math.ceil(streams / 5);
  await openUpTo(first);
  const before = await residentBytes(child);
  await openUpTo(streams);
  const bytesPerStream = ((await residentBytes(child)) - before) / (streams - first);
  return {
    bytesPerStream,
    async round() {
      waiting = streams;
      const done = new Promise<void>((resolve) => {
        allHeard = resolve;
      });
      const beganMs = performance.now();
      child.send('tell');
      await done;
      return performance.now() - beganMs;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      child.disconnect();
    },
  };
}
