import type { LiveEvent, LiveNotice } from '@tradepost/proto/api/gateway/paths.ts';

/** One event of the live stream. */
export interface LiveMessage {
  readonly id: string;
  readonly event: LiveEvent;
  readonly data: LiveNotice;
}

/** The server beats every 15 s; a connection that is silent for longer than two beats is dead without knowing it. */
const silenceMs = 40_000;

function messageOf(block: string, id: string): LiveMessage | undefined {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const [event, data] = [field('event'), field('data')];
  return event === undefined || data === undefined ? undefined : { id, event: event as LiveEvent, data: JSON.parse(data) };
}

const idOf = (block: string): string | undefined => /^id: (.+)$/m.exec(block)?.[1];

/**
 * Reads the stream until it ends, and gives the HTTP status with which it began. `onMessage` hears every event; `onId` the place to come back to.
 * Throws when nobody answers, when the connection breaks or is silent for 40 s, and when `signal` is aborted.
 */
export async function readStream(options: {
  readonly token: string;
  readonly lastId: string | undefined;
  readonly signal: AbortSignal;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onId: (id: string) => void;
}): Promise<number> {
  const silent = new AbortController();
  let watch = setTimeout(() => silent.abort(), silenceMs);
  const headers = { Authorization: `Bearer ${options.token}`, Accept: 'text/event-stream', ...(options.lastId ? { 'Last-Event-ID': options.lastId } : {}) };
  try {
    const response = await fetch('/api/stream', { headers, cache: 'no-store', signal: AbortSignal.any([options.signal, silent.signal]) });
    if (!response.ok || !response.body) return response.status;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let id = options.lastId ?? '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), silenceMs);
      const blocks = (text + piece.value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        id = idOf(block) ?? id;
        const message = messageOf(block, id);
        if (message) options.onMessage(message);
        options.onId(id);
      }
    }
    return response.status;
  } finally {
    clearTimeout(watch);
  }
}
