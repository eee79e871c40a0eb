// Reads server-sent events through a real socket, for tests.
import type { LiveNotice } from '@tradepost/proto/api/gateway/paths.ts';

/** One event as it arrived. */
export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly data: LiveNotice;
  readonly atMs: number;
}

export interface StreamReader {
  readonly status: number;
  readonly headers: Headers;
  /** What has arrived so far, comments apart. */
  readonly events: readonly ReadEvent[];
  /** Comments that have arrived so far. */
  readonly comments: readonly string[];
  /** The last id, also one that came without data. */
  lastId(): string;
  /** The next event of this name that nobody has asked for yet. Throws after `timeoutMs`. */
  next(event: string, timeoutMs?: number): Promise<ReadEvent>;
  /** Resolves when the other side has closed the stream. */
  readonly closed: Promise<void>;
  leave(): void;
}

/** Opens a stream at `url` with a bearer token. */
export async function openStream(url: string, token: string, headers: Record<string, string> = {}): Promise<StreamReader> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers }, signal: leaving.signal });
  const events: ReadEvent[] = [];
  const comments: string[] = [];
  let lastId = '';
  let asked = 0;

  function take(block: string): void {
    const fields = block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
    const value = (name: string): string | undefined => fields.find(([field]) => field === name)?.[1];
    lastId = value('id') ?? lastId;
    const comment = value('');
    if (comment !== undefined) comments.push(comment);
    const data = value('data');
    if (data !== undefined) events.push({ id: lastId, event: value('event') ?? 'message', data: JSON.parse(data), atMs: Date.now() });
  }

  async function read(): Promise<void> {
    let text = '';
    try {
      for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        const blocks = (text + piece).split('\n\n');
        text = blocks.pop() ?? '';
        blocks.forEach(take);
      }
    } catch {
      // Cut by the server, or left by the reader: the stream is over either way.
      return;
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    lastId: () => lastId,
    closed: read(),
    async next(event, timeoutMs = 3_000) {
      const deadlineMs = Date.now() + timeoutMs;
      for (;;) {
        const at = events.findIndex((one, index) => index >= asked && one.event === event);
        const found = events[at];
        if (found) {
          asked = at + 1;
          return found;
        }
        if (Date.now() > deadlineMs) throw new Error(`No event ${event} came; there were ${JSON.stringify(events)}.`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    leave: () => leaving.abort(),
  };
}
