import { route, table } from '@tradepost/platform/call.ts';
import * as internal from '@tradepost/proto/api/funds/internal.ts';
import * as api from '@tradepost/proto/api/funds/schemas.ts';
import type { Funds } from './funds.ts';
import { addFunds } from './use-cases/add-funds.ts';
import { cancelWithdrawal } from './use-cases/cancel-withdrawal.ts';
import { closeAccount } from './use-cases/close-account.ts';
import { decideWithdrawal } from './use-cases/decide-withdrawal.ts';
import { getSummary } from './use-cases/get-summary.ts';
import { listBalances } from './use-cases/list-balances.ts';
import { listDeposits } from './use-cases/list-deposits.ts';
import { listLedger } from './use-cases/list-ledger.ts';
import { listQueue } from './use-cases/list-queue.ts';
import { listWithdrawals } from './use-cases/list-withdrawals.ts';
import { reduceFunds } from './use-cases/reduce-funds.ts';
import { requestWithdrawal } from './use-cases/request-withdrawal.ts';

/** All that callers can do with funds. */
export const routes = table<Funds>([
  route(api.addFunds, addFunds),
  route(api.reduceFunds, reduceFunds),
  route(api.requestWithdrawal, requestWithdrawal),
  route(api.decideWithdrawal, decideWithdrawal),
  route(api.cancelWithdrawal, cancelWithdrawal),
  route(api.listWithdrawals, listWithdrawals),
  route(api.listDeposits, listDeposits),
  route(api.listLedger, listLedger),
  route(api.listQueue, listQueue),
]);

/** What other services may ask. */
export const internalRoutes = table<Funds>([route(internal.getSummary, getSummary), route(internal.listBalances, listBalances), route(internal.closeAccount, closeAccount)]);
