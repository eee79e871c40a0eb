import { Refused } from '@tradepost/platform/errors.ts';
import type { Client } from '@tradepost/platform/internal.ts';
import type { EventBus } from '@tradepost/platform/ports.ts';
import type { Service } from '@tradepost/platform/service.ts';
import type * as authInternal from '@tradepost/proto/api/auth/internal.ts';
import type * as usersInternal from '@tradepost/proto/api/users/internal.ts';

/** What the operator can have done on a running platform. Each throws Refused with one sentence. */
export interface Operations {
  /** Hands dead letters to their consumers again: one, or all. Letters whose handling fails again stay. */
  replayDeadLetters(id?: string): Promise<{ replayed: number; failed: { id: string; error: string }[] }>;
  /** Takes what other services keep of the money from the ledger anew. */
  rebuildProjections(): Promise<{ accounts: number; corrected: number; ahead: string[] }>;
  /** Publishes what was committed at or after a time (milliseconds since 1970) again, with the same ids. */
  resend(sinceMs: number): Promise<{ since: string; events: Readonly<Record<string, number>> }>;
  /** Lets an account, by its id, user id or e-mail, sign in again without waiting. */
  unlock(login: string): Promise<{ account: string; userId: string }>;
}

interface Parts {
  readonly bus: EventBus;
  readonly services: readonly Service[];
  readonly auth: Client<typeof authInternal>;
  readonly users: Client<typeof usersInternal>;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Hands dead letters to their consumers again: one, or all. Throws Refused when there is no letter of that id. */
export async function replayDeadLetters(bus: Pick<EventBus, 'deadLetters' | 'replay'>, id?: string): Promise<{ replayed: number; failed: { id: string; error: string }[] }> {
  const ids = id === undefined ? (await bus.deadLetters()).map((letter) => letter.id) : [id];
  const failed: { id: string; error: string }[] = [];
  for (const one of ids) {
    const replayed = await bus.replay(one).catch((error: unknown) => sentence(error));
    if (typeof replayed === 'string') failed.push({ id: one, error: replayed });
    else if (!replayed && id !== undefined) throw new Refused('not-found', { detail: `There is no dead letter ${id}.` });
  }
  return { replayed: ids.length - failed.length, failed };
}

/** Binds the operator's verbs to the parts of a platform that has started. */
export function openOperations({ bus, services, auth, users }: Parts): Operations {
  return {
    replayDeadLetters: (id) => replayDeadLetters(bus, id),
    rebuildProjections: () => users.rebuildBalances({}),
    async resend(sinceMs) {
      const events: Record<string, number> = {};
      for (const service of services) {
        const sent = await service.resend(sinceMs);
        if (sent !== undefined) events[service.name] = sent;
      }
      return { since: new Date(sinceMs).toISOString(), events };
    },
    async unlock(login) {
      const { identity } = await users.getIdentity({ params: { id: login } });
      const found = identity ?? (await users.findIdentity({ query: { login } })).identity;
      if (!found) throw new Refused('not-found', { detail: `Nobody has the id, user id or e-mail ${login}.` });
      await auth.unlockAccount({ params: { id: found._id } });
      return { account: found._id, userId: found.userId };
    },
  };
}
