import { randomBytes } from 'node:crypto';
import type { Clock } from '@tradepost/platform/ports.ts';
import type { LiveEvent, LiveNotice } from '@tradepost/proto/api/gateway/paths.ts';
import type { Notice } from './live-notices.ts';

/** A frame that was made once, and whom it is for. */
export interface Frame {
  readonly to: Notice['to'];
  readonly bytes: Buffer;
}

interface Kept {
  readonly number: number;
  readonly atMs: number;
  readonly frames: readonly Frame[];
}

/** The last events, for readers who come back. */
export interface LiveRing {
  /** Id of the newest event. */
  lastId(): string;
  /** Numbers an event, makes its frames and keeps them. */
  add(notices: readonly Notice[]): readonly Frame[];
  /** The frames behind `lastEventId`, oldest first; undefined when it is unknown here or something behind it is gone. */
  since(lastEventId: string): readonly Frame[] | undefined;
}

/** One event in the form of the HTML standard (server-sent events, 9.2.5). */
export const frameOf = (event: LiveEvent, data: LiveNotice, id?: string): Buffer => Buffer.from(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** Keeps at most `capacity` events of the last `keepMs`. Its ids begin with a word of this process: after a restart, or at another gateway, they are unknown. */
export function liveRing(options: { readonly capacity: number; readonly keepMs: number; readonly clock: Clock }): LiveRing {
  const origin = randomBytes(6).toString('hex');
  const kept: Kept[] = [];
  let newest = 0;

  function forget(): void {
    const oldestMs = options.clock.now() - options.keepMs;
    for (let first = kept[0]; first && (kept.length > options.capacity || first.atMs < oldestMs); first = kept[0]) kept.shift();
  }

  return {
    lastId: () => `${origin}-${newest}`,
    add(notices) {
      newest += 1;
      const id = `${origin}-${newest}`;
      const frames = notices.map(({ to, event, data }) => ({ to, bytes: frameOf(event, data, id) }));
      kept.push({ number: newest, atMs: options.clock.now(), frames });
      forget();
      return frames;
    },
    since(lastEventId) {
      forget();
      const [word, digits = ''] = lastEventId.split('-');
      const number = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
      const oldest = kept[0]?.number ?? newest + 1;
      if (word !== origin || !(number >= oldest - 1 && number <= newest)) return undefined;
      return kept.filter((one) => one.number > number).flatMap((one) => one.frames);
    },
  };
}
