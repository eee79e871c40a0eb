import { setTimeout as pause } from 'node:timers/promises';
import type { EventBus, EventRecord } from '../ports.ts';

/** Somewhere to keep events: opened as often as a test likes, always with the same content. */
export interface BusPlace {
  /** An open bus; its pauses between tries are a few milliseconds. */
  open(): Promise<EventBus>;
  /** Removes the content. All buses are closed. */
  remove(): Promise<void>;
}

let made = 0;

/** An event with a new id. */
export function sampleEvent(subject: string, number = 0): EventRecord {
  made += 1;
  return {
    id: `event-${made}`,
    type: 'tradepost.SampleHappened.v1',
    source: 'sample',
    subject,
    time: '2026-01-02T03:04:05.678Z',
    data: new Uint8Array([number & 255, number >> 8, 0, 255]),
  };
}

/** Looks every few milliseconds; throws when `condition` has not become true after `limitMs`. */
export async function eventually(condition: () => boolean | Promise<boolean>, limitMs = 8000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('What was waited for has not come.');
    await pause(5);
  }
}

/** Their ids, in order. */
export const idsOf = (events: readonly { id: string }[]): string[] => events.map((event) => event.id);

export type Run = (work: (bus: EventBus, place: BusPlace) => Promise<void>) => () => Promise<void>;
