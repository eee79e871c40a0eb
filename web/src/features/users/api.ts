import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { addFunds, listLedger, listWithdrawals, reduceFunds } from '@tradepost/proto/api/funds/paths.ts';
import type { Paise } from '@tradepost/proto/api/money.ts';
import { rupees } from '@tradepost/proto/api/money.ts';
import { clearBankDetails, createUser, deleteUser, editUser, getUser, issueTemporaryPassword, listAudit, listUsers, reveal, setStatus } from '@tradepost/proto/api/users/paths.ts';
import type { CreateUserBody, EditUserBody } from '@tradepost/proto/api/users/schemas.ts';
import { request, requestPage } from '../../lib/http.ts';
import { refetchInterval } from '../../lib/live.ts';
import { sendOnce } from '../../lib/send-once.ts';

/** The person a dialog or a form is about; rows of the list and the detail both fit. */
export interface Person {
  readonly _id: string;
  readonly userId: string;
  readonly name: string;
  readonly state: string;
}

/** Which accounts the list shows. */
export const stateFilters = ['all', 'pending', 'active', 'disabled'] as const;
export type StateFilter = (typeof stateFilters)[number];
export interface UserListQuery {
  q: string;
  state: StateFilter;
  /** As the server takes it: `-createdAt`. */
  sort: string;
}

const stateOf = (filter: StateFilter) => (filter === 'all' ? undefined : filter);
const firstPage = { initialPageParam: undefined as string | undefined, getNextPageParam: (page: { after: string | undefined }) => page.after, refetchInterval };

/** The accounts, page by page. */
export const useUsers = ({ q, state, sort }: UserListQuery) =>
  useInfiniteQuery({
    queryKey: ['users', 'list', q, state, sort],
    queryFn: ({ pageParam }) => requestPage(listUsers, { query: { q, sort, state: stateOf(state), after: pageParam } }),
    ...firstPage,
  });

/** How many accounts each filter would show for the same search, as text; undefined until known. */
export const useUserCounts = (q: string): readonly (string | undefined)[] =>
  useQueries({
    queries: stateFilters.map((filter) => ({
      queryKey: ['users', 'count', q, filter],
      queryFn: () => requestPage(listUsers, { query: { q, state: stateOf(filter), limit: 1 } }),
      refetchInterval,
    })),
  }).map(({ data }) => data?.total);

/** One account with its money. */
export const useUserDetail = (id: string) => useQuery({ queryKey: ['user', id], queryFn: () => request(getUser, { params: { id } }), refetchInterval });

export const useWithdrawals = (id: string) =>
  useInfiniteQuery({
    queryKey: ['withdrawals', id],
    queryFn: ({ pageParam }) => requestPage(listWithdrawals, { params: { userId: id }, query: { after: pageParam } }),
    ...firstPage,
  });

export const useLedger = (id: string) =>
  useInfiniteQuery({
    queryKey: ['ledger', id],
    queryFn: ({ pageParam }) => requestPage(listLedger, { params: { userId: id }, query: { after: pageParam } }),
    ...firstPage,
  });

/** What was done to the account by whom, newest first. */
export const useAudit = (id: string) =>
  useInfiniteQuery({
    queryKey: ['user', id, 'audit'],
    queryFn: ({ pageParam }) => requestPage(listAudit, { params: { id }, query: { after: pageParam, limit: 20 } }),
    ...firstPage,
  });

/** Approves (or enables) when `status` is true, else disables. */
export const sendStatus = (id: string, status: boolean) =>
  sendOnce(`status:${id}`, String(status), (idempotencyKey) => request(setStatus, { params: { id }, body: { status }, idempotencyKey }));

export const sendDeletion = (id: string) => sendOnce(`delete:${id}`, '', (idempotencyKey) => request(deleteUser, { params: { id }, idempotencyKey }));

/** Lets the client save bank details again. `version` is that of the account as it was seen. */
export const sendBankRemoval = (id: string, version: string) =>
  sendOnce(`bank:${id}`, version, (idempotencyKey) => request(clearBankDetails, { params: { userId: id }, idempotencyKey }));

export const sendEdit = (id: string, body: EditUserBody) =>
  sendOnce(`edit:${id}`, JSON.stringify(body), (idempotencyKey) => request(editUser, { params: { id }, body, idempotencyKey }));

export const sendNewUser = (body: CreateUserBody) => sendOnce('create-user', JSON.stringify(body), (idempotencyKey) => request(createUser, { body, idempotencyKey }));

export const sendTemporaryPassword = (id: string) =>
  sendOnce(`temporary-password:${id}`, '', (idempotencyKey) => request(issueTemporaryPassword, { params: { id }, idempotencyKey }));

/** Asks for one masked number in full. The server writes it into the audit. */
export const askReveal = (id: string, field: 'pancard' | 'accountNumber') => request(reveal, { params: { id }, body: { field } });

/** What a fund form sends. */
export interface Movement {
  readonly amountPaise: Paise;
  readonly note: string;
}
const bodyOf = ({ amountPaise, note }: Movement) => ({ amount: rupees(amountPaise), ...(note && { note }) });

export const sendAddition = (id: string, movement: Movement, idempotencyKey: string) => request(addFunds, { params: { id }, body: bodyOf(movement), idempotencyKey });
export const sendReduction = (id: string, movement: Movement, idempotencyKey: string) => request(reduceFunds, { params: { id }, body: bodyOf(movement), idempotencyKey });
