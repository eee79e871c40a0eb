import type { Actor, AnswerIn } from '@tradepost/platform/call.ts';
import type { DirectInput, Service } from '@tradepost/platform/service.ts';
import type { Contract } from '@tradepost/proto/api/schema.ts';

/** What the story is told with: the services themselves, so that its events, ledger and hashes are those of real data. */
export interface Stage {
  readonly services: { readonly users: DemoUsers; readonly funds: Service; readonly positions: Service; readonly 'site-content': Service };
  /** Ids made by earlier steps, by name. */
  readonly made: Readonly<Record<string, string>>;
}

export interface DemoUsers extends Service {
  /** Marks an account as part of the demonstration. A protected one cannot be disabled, deleted or given another password. */
  markSample(account: string, options: { readonly protectedAccount: boolean }): Promise<void>;
}

/** One step of the story: its number for good, when it happened (days before today, clock in India) and what it did. Gives the ids it made. */
export interface Step {
  readonly number: number;
  readonly daysAgo: number;
  readonly at: string;
  readonly run: (stage: Stage, key: string) => Promise<Readonly<Record<string, string>>>;
}

/** The platform itself, which may do what an owner may. */
export const owner: Actor = { id: 'platform', role: '0', sessionId: '' };
/** An account of the story, by its id. */
export const as = (id: string | undefined, role: string): Actor => ({ id: id ?? '', role, sessionId: '' });
/** The administrator of the story. */
export const admin = (stage: Stage): Actor => as(stage.made.admin, '1');

/** Runs one use case with a body that is taken as checked. Throws what the use case throws. */
export const perform = async <C extends Contract>(service: Service, contract: C, input: DirectInput): Promise<AnswerIn<C>> =>
  (await service.answer(contract, input)) as AnswerIn<C>;
