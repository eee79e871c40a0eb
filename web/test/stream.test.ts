import { jest } from '@jest/globals';
import { type LiveMessage, readStream } from '../src/lib/stream.ts';

const encoder = new TextEncoder();
let pieces: string[] = [];
let status = 200;
const asked: RequestInit[] = [];
globalThis.fetch = async (_url, init) => {
  asked.push(init ?? {});
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (status === 200) controller.close();
      init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
    },
  });
  return new Response(body, { status: status === 0 ? 200 : status });
};

async function read(lastId?: string): Promise<{ status: number; messages: LiveMessage[]; ids: string[] }> {
  const [messages, ids]: [LiveMessage[], string[]] = [[], []];
  const options = { token: 'the-token', lastId, signal: new AbortController().signal };
  const begun = await readStream({ ...options, onMessage: (message) => messages.push(message), onId: (id) => ids.push(id) });
  return { status: begun, messages, ids };
}

describe('When the stream is read', () => {
  test('then events come whole, however the bytes are cut, and a beat moves the place on', async () => {
    const text = 'id: a-1\nevent: ready\ndata: {}\n\nid: a-2\nevent: funds\ndata: {"kind":"FundsAdded","seq":3}\n\n: beat\nid: a-9\n\nevent: end\ndata: {"kind":"stopping"}\n\n';
    pieces = [...text];
    status = 200;
    const { messages, ids } = await read('a-0');
    expect(messages).toEqual([
      { id: 'a-1', event: 'ready', data: {} },
      { id: 'a-2', event: 'funds', data: { kind: 'FundsAdded', seq: 3 } },
      { id: 'a-9', event: 'end', data: { kind: 'stopping' } },
    ]);
    expect(ids).toEqual(['a-1', 'a-2', 'a-9', 'a-9']);
    expect(asked.at(-1)?.headers).toEqual({ Authorization: 'Bearer the-token', Accept: 'text/event-stream', 'Last-Event-ID': 'a-0' });
  });

  test('then a refusal is told by its status and nothing is heard', async () => {
    pieces = ['{"status":401}'];
    status = 401;
    expect(await read()).toEqual({ status: 401, messages: [], ids: [] });
    expect(asked.at(-1)?.headers).not.toHaveProperty('Last-Event-ID');
  });

  test('then a stream that is silent for longer than two beats is given up', async () => {
    jest.useFakeTimers();
    try {
      pieces = ['id: a-1\nevent: ready\ndata: {}\n\n'];
      status = 0;
      const reading = expect(read()).rejects.toThrow();
      await jest.advanceTimersByTimeAsync(41_000);
      await reading;
    } finally {
      jest.useRealTimers();
    }
  });
});
