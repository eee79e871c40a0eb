import { fillPath } from '@tradepost/proto/api/call.ts';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import { budgetHeader, budgetLeftMs } from './budget.ts';
import type { AnswerIn, Call } from './call.ts';
import { Refused, StoreUnavailable } from './errors.ts';
import { refusedFrom } from './problem.ts';
import type { Upstream } from './upstream.ts';

type Contracts = Readonly<Record<string, Contract>>;

/** What an internal call takes: path parameters, query and body as its contract has them, and the id of the request it serves. */
export interface InternalInput<C> {
  readonly params?: Call<C>['params'];
  readonly query?: Call<C>['query'];
  readonly body?: Call<C>['body'];
  readonly requestId?: string;
}

/** The functions of another service, one for each internal contract. Each throws Refused: the owner's refusal, or `unavailable` when the owner does not answer in time. */
export type Client<T extends Contracts> = { readonly [Name in keyof T]: (input: InternalInput<T[Name]>) => Promise<AnswerIn<T[Name]>> };

/** Where a service is: in this process (bound late, since services name each other), or at a URL. */
export type Target = { readonly service: () => { answer(contract: Contract, input: InternalInput<Contract>): Promise<unknown> } } | RemoteTarget;

export interface RemoteTarget {
  readonly url: string;
  readonly internalKey: string;
  readonly deadlineMs?: number;
  /** Refuses at once while the service does not answer. */
  readonly upstream?: Upstream;
  /** Paths that are called whatever `upstream` says, because they are asked all the time anyway and their answer is the sign that it is back. One without an answer opens `upstream`. */
  readonly always?: readonly string[];
  /** How often a read without an answer is tried again within the budget of `upstream`. For the gateway alone: retries at two places multiply. */
  readonly retries?: number;
}

const defaultDeadlineMs = 2_000;
const longestPauseMs = 100;

async function answerOverHttp(target: RemoteTarget, contract: Contract, input: InternalInput<Contract>, budgetMs: number): Promise<{ response: Response; text: string }> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) search.set(name, String(value));
  const query = search.size > 0 ? `?${search}` : '';
  const response = await fetch(target.url + fillPath(contract.call.path, input.params ?? {}) + query, {
    method: contract.call.method,
    headers: {
      'x-internal-key': target.internalKey,
      'x-request-id': input.requestId ?? '',
      [budgetHeader]: String(Math.ceil(budgetMs)),
      ...(input.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(input.body ? { body: JSON.stringify(input.body) } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(Math.ceil(budgetMs)),
  });
  return { response, text: await response.text() };
}

/** Sends a call until there is an answer, and tells the watch over the service how it went. Throws Refused `unavailable` without one. */
async function askedOverHttp(target: RemoteTarget, contract: Contract, input: InternalInput<Contract>): Promise<{ response: Response; text: string }> {
  const { upstream } = target;
  const always = target.always?.includes(contract.call.path) === true;
  const deadlineMs = performance.now() + Math.min(target.deadlineMs ?? defaultDeadlineMs, budgetLeftMs());
  const unanswered = (cause?: unknown): Refused => {
    if (always) upstream?.fallSilent();
    return new Refused('unavailable', { cause });
  };
  for (let retries = 0; ; retries += 1) {
    const leftMs = deadlineMs - performance.now();
    if (leftMs < 1 || (!always && upstream?.mayCall() === false)) throw unanswered();
    try {
      const answer = await answerOverHttp(target, contract, input, leftMs);
      if (always) upstream?.close();
      upstream?.record(true);
      return answer;
    } catch (cause) {
      upstream?.record(false);
      const again = contract.call.method === 'GET' && retries < (target.retries ?? 0) && upstream?.mayRetry() === true;
      if (!again) throw unanswered(cause);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPauseMs * 2 ** retries));
    }
  }
}

async function overHttp(target: RemoteTarget, contract: Contract, input: InternalInput<Contract>): Promise<unknown> {
  const { response, text } = await askedOverHttp(target, contract, input);
  let answer: unknown;
  try {
    answer = text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    // Whoever answers there is not the service, such as a proxy in between.
    throw new Refused('unavailable', { cause });
  }
  if (response.ok) return answer;
  const refused = refusedFrom(answer);
  throw refused && refused.status < 500 ? refused : new Refused('unavailable', { cause: refused ?? new Error(`${contract.call.path} answered ${response.status}`) });
}

async function inProcess(target: Extract<Target, { service: unknown }>, contract: Contract, input: InternalInput<Contract>): Promise<unknown> {
  try {
    return await target.service().answer(contract, input);
  } catch (error) {
    if (error instanceof StoreUnavailable || (error instanceof Refused && error.status >= 500)) throw new Refused('unavailable', { cause: error });
    throw error;
  }
}

/** Makes the client of a service from its internal contracts. Same contract and same refusals in one process and over HTTP. */
export function connect<const T extends Contracts>(contracts: T, target: Target): Client<T> {
  const calls = Object.entries<Contract>(contracts).map(([name, contract]) => [
    name,
    (input: InternalInput<Contract>) => ('url' in target ? overHttp(target, contract, input) : inProcess(target, contract, input)),
  ]);
  // Each entry was made from the contract of the same name.
  return Object.fromEntries(calls) as Client<T>;
}
