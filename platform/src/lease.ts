import { DuplicateKey } from './errors.ts';
import { type Clock, type Collection, type CollectionDefinition, type DocumentStore, type Stored, systemClock } from './ports.ts';

/** Who among the processes of one service does what one of them should do at a time. */
export interface Lease {
  /** Whether this process has it now: takes it when it is free, and keeps it going. Throws when the store does not answer. */
  held(): Promise<boolean>;
  /** Gives it back, so that another one need not wait for its end. */
  release(): Promise<void>;
}

interface LeaseDocument extends Stored {
  readonly holder: string;
  /** Goes up with each new holder. */
  readonly epoch: number;
  readonly untilMs: number;
}

const leasesDefinition: CollectionDefinition = { name: 'leases', indexes: [] };
const lengthMs = 5_000;
/** Kept going when less than this is left. */
const renewBelowMs = 3_000;
/** How often somebody who has it not asks again. */
const askEveryMs = 1_000;

/**
 * Opens a lease in a service's own store. `holder` names this process among the others. It decides who works, never what is right: clocks may differ and a process
 * may sleep through its end, so for a moment two may hold it, and their work must bear being done twice.
 */
export function openLease(documents: DocumentStore, name: string, holder: string, clock: Clock = systemClock): Lease {
  const leases: Collection<LeaseDocument> = documents.collection<LeaseDocument>(leasesDefinition);
  let untilMs = 0;
  let epoch = 0;
  let askAgainMs = 0;
  let asking: Promise<boolean> | undefined;

  async function take(nowMs: number): Promise<boolean> {
    const current = await leases.get(name);
    const next = { holder, untilMs: nowMs + lengthMs };
    if (!current) {
      epoch = 1;
      return leases.insert({ _id: name, epoch, ...next }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DuplicateKey) return false;
          throw error;
        },
      );
    }
    if (current.holder !== holder && current.untilMs > nowMs) return false;
    epoch = current.epoch + 1;
    return leases.update(name, { set: { ...next, epoch } }, { epoch: current.epoch, holder: current.holder, untilMs: current.untilMs });
  }

  async function ask(nowMs: number): Promise<boolean> {
    const mine = untilMs > nowMs && (await leases.update(name, { set: { untilMs: nowMs + lengthMs } }, { holder, epoch }));
    const held = mine || (await take(nowMs));
    untilMs = held ? nowMs + lengthMs : 0;
    askAgainMs = nowMs + askEveryMs;
    return held;
  }

  return {
    async held() {
      const nowMs = clock.now();
      if (untilMs - nowMs > renewBelowMs) return true;
      if (nowMs < askAgainMs && untilMs <= nowMs) return false;
      // Asked twice at once, this process would be in its own way.
      asking ??= ask(nowMs).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    async release() {
      if (untilMs === 0) return;
      untilMs = 0;
      await leases.update(name, { set: { untilMs: 0 } }, { holder, epoch });
    },
  };
}
