import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type FaultProxy, openFaultProxy } from '../src/testing/fault-proxy.ts';

let echo: Server;
let proxy: FaultProxy;
const heard: Buffer[] = [];

beforeAll(async () => {
  echo = createServer((socket) => {
    socket.on('data', (data) => {
      heard.push(data);
      socket.write(data);
    });
    // A reset is what these tests are about.
    socket.on('error', () => undefined);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  proxy = await openFaultProxy({ target: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

async function client(): Promise<{ socket: Socket; answers: () => string; failure: () => string | undefined }> {
  const socket = connect(proxy.port, proxy.host);
  let answers = '';
  let failure: string | undefined;
  socket.on('data', (data) => {
    answers += data.toString();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code;
  });
  await once(socket, 'connect');
  return { socket, answers: () => answers, failure: () => failure };
}

describe('the proxy of faults', () => {
  test('when nothing is wrong then what is sent comes back', async () => {
    const { socket, answers } = await client();
    socket.write('hello');
    await once(socket, 'data');
    expect(answers()).toBe('hello');
    socket.end();
    await once(socket, 'close');
  });
  test('when it resets after some bytes then the server has heard all, the client so many and an error', async () => {
    const { socket, answers, failure } = await client();
    heard.length = 0;
    proxy.resetAfter(3);
    socket.write('hello');
    // The promise of `once` would reject with the very error that is expected.
    await new Promise((resolve) => socket.once('close', resolve));
    expect(Buffer.concat(heard).toString()).toBe('hello');
    expect(answers()).toBe('hel');
    expect(failure()).toBe('ECONNRESET');
    expect(proxy.resets).toBe(1);
  });
  test('when it is frozen then nothing comes and nothing ends, and all comes when it thaws', async () => {
    const { socket, answers, failure } = await client();
    proxy.freeze();
    socket.write('one');
    socket.write('two');
    await pause(60);
    expect([answers(), failure(), socket.closed]).toEqual(['', undefined, false]);
    proxy.thaw();
    while (answers().length < 6) await once(socket, 'data');
    expect(answers()).toBe('onetwo');
    socket.destroy();
  });
  test('when it is slow then an answer takes the time of both ways', async () => {
    const { socket } = await client();
    proxy.slowDown(40);
    const startMs = performance.now();
    socket.write('hello');
    await once(socket, 'data');
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(78);
    proxy.slowDown(0);
    socket.destroy();
  });
});
