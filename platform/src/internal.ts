import { fillPath } from '@tradepost/proto/api/call.ts';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import type { AnswerIn, Call } from './call.ts';
import { Refused, StoreUnavailable } from './errors.ts';
import { refusedFrom } from './problem.ts';

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
export type Target =
  | { readonly service: () => { answer(contract: Contract, input: InternalInput<Contract>): Promise<unknown> } }
  | { readonly url: string; readonly internalKey: string; readonly deadlineMs?: number };

const defaultDeadlineMs = 2_000;

async function overHttp(target: Extract<Target, { url: string }>, contract: Contract, input: InternalInput<Contract>): Promise<unknown> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) search.set(name, String(value));
  const query = search.size > 0 ? `?${search}` : '';
  let response: Response;
  let text: string;
  try {
    response = await fetch(target.url + fillPath(contract.call.path, input.params ?? {}) + query, {
      method: contract.call.method,
      headers: { 'x-internal-key': target.internalKey, 'x-request-id': input.requestId ?? '', ...(input.body ? { 'content-type': 'application/json' } : {}) },
      ...(input.body ? { body: JSON.stringify(input.body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(target.deadlineMs ?? defaultDeadlineMs),
    });
    text = await response.text();
  } catch (cause) {
    throw new Refused('unavailable', { cause });
  }
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
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
