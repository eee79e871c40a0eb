import { call, type ListQuery } from '../call.ts';
import type {
  AddFundsAnswer,
  DecideWithdrawalBody,
  Deposit,
  FundsBody,
  LedgerRow,
  QueueQuery,
  QueueRow,
  ReduceFundsAnswer,
  RequestWithdrawalBody,
  Withdrawal,
  WithdrawalAnswer,
} from './schemas.ts';

export type { Deposit, LedgerRow, QueueRow, Withdrawal } from './schemas.ts';

export const addFunds = call<{ body: FundsBody; answer: AddFundsAnswer }>()('PUT', '/users/:id/totalfund');
export const reduceFunds = call<{ body: FundsBody; answer: ReduceFundsAnswer }>()('PATCH', '/:id/reduce-fund');
export const requestWithdrawal = call<{ body: RequestWithdrawalBody; answer: WithdrawalAnswer }>()('POST', '/:userId/withdrawals');
export const decideWithdrawal = call<{ body: DecideWithdrawalBody; answer: WithdrawalAnswer }>()('PATCH', '/:id/withdrawals/:withdrawalId');
export const cancelWithdrawal = call<{ answer: WithdrawalAnswer }>()('DELETE', '/:userId/withdrawals/:withdrawalId');
export const listWithdrawals = call<{ query: ListQuery; answer: Withdrawal[] }>()('GET', '/:userId/withdrawals');
export const listDeposits = call<{ query: ListQuery; answer: Deposit[] }>()('GET', '/:userId/deposits');
export const listLedger = call<{ query: ListQuery; answer: LedgerRow[] }>()('GET', '/:userId/ledger');
export const listQueue = call<{ query: QueueQuery; answer: QueueRow[] }>()('GET', '/withdrawals');
