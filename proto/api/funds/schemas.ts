import { z } from 'zod';
import { amount, contract, listQuery, text } from '../schema.ts';
import * as paths from './paths.ts';

export const withdrawal = z.object({
  _id: z.string(),
  amount: z.number(),
  status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
  createdAt: z.string(),
  decidedAt: z.string().optional(),
  reason: z.string().optional(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

export const deposit = z.object({ _id: z.string(), amount: z.number(), createdAt: z.string(), note: z.string().optional() });
export type Deposit = z.infer<typeof deposit>;

export const ledgerRow = z.object({
  _id: z.string(),
  seq: z.number(),
  kind: z.enum(['deposit', 'debit', 'hold', 'post', 'void', 'refused', 'close']),
  amount: z.number(),
  totalfund: z.number(),
  heldFund: z.number(),
  availableFund: z.number(),
  note: z.string().optional(),
  /** Who entered it: the person's own account, an administrator by name, or the platform. */
  by: z.object({ _id: z.string(), role: z.string(), name: z.string() }),
  createdAt: z.string(),
});
export type LedgerRow = z.infer<typeof ledgerRow>;

export const queueRow = withdrawal.extend({
  user: z.object({
    _id: z.string(),
    userId: z.string(),
    name: z.string(),
    bankDetails: z.object({ bankName: z.string(), accountNumber: z.string(), ifsc: z.string() }).nullable(),
  }),
  availableFund: z.number(),
});
export type QueueRow = z.infer<typeof queueRow>;

const note = text('Note', 200).optional();
export const fundsBody = z.strictObject({ amount, note });
export type FundsBody = z.input<typeof fundsBody>;
export const addFundsAnswer = z.object({ message: z.string(), totalfund: z.number(), deposit });
export type AddFundsAnswer = z.infer<typeof addFundsAnswer>;
export const reduceFundsAnswer = z.object({ message: z.string(), totalfund: z.number() });
export type ReduceFundsAnswer = z.infer<typeof reduceFundsAnswer>;
export const requestWithdrawalBody = z.strictObject({ amount });
export type RequestWithdrawalBody = z.input<typeof requestWithdrawalBody>;
export const decideWithdrawalBody = z.strictObject({ action: z.enum(['approve', 'reject']), reason: text('Reason', 200).optional() });
export type DecideWithdrawalBody = z.input<typeof decideWithdrawalBody>;
export const withdrawalAnswer = z.object({ message: z.string(), withdrawal });
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>;
const historyQuery = listQuery(['-createdAt', 'createdAt', '-amount', 'amount']);
const queueQuery = historyQuery.extend({ status: withdrawal.shape.status.optional() });
export type QueueQuery = z.input<typeof queueQuery>;

export const addFunds = contract(paths.addFunds, { summary: 'Book money into an account', access: 'admin', fresh: true, body: fundsBody, answer: addFundsAnswer });
export const reduceFunds = contract(paths.reduceFunds, { summary: 'Book money out of an account', access: 'admin', fresh: true, body: fundsBody, answer: reduceFundsAnswer });
export const requestWithdrawal = contract(paths.requestWithdrawal, {
  summary: 'Ask for a withdrawal; the amount is held at once',
  access: 'self',
  fresh: true,
  status: 201,
  body: requestWithdrawalBody,
  answer: withdrawalAnswer,
});
export const decideWithdrawal = contract(paths.decideWithdrawal, {
  summary: 'Approve or reject a pending withdrawal',
  access: 'admin',
  fresh: true,
  body: decideWithdrawalBody,
  answer: withdrawalAnswer,
});
export const cancelWithdrawal = contract(paths.cancelWithdrawal, { summary: 'Cancel an own pending withdrawal', access: 'self', fresh: true, answer: withdrawalAnswer });
export const listWithdrawals = contract(paths.listWithdrawals, {
  summary: 'Withdrawals of one account',
  access: 'self-or-admin',
  query: historyQuery,
  answer: z.array(withdrawal),
});
export const listDeposits = contract(paths.listDeposits, { summary: 'Deposits of one account', access: 'self-or-admin', query: historyQuery, answer: z.array(deposit) });
export const listLedger = contract(paths.listLedger, {
  summary: 'The ledger of one account',
  access: 'self-or-admin',
  query: historyQuery,
  answer: z.array(ledgerRow),
});
export const listQueue = contract(paths.listQueue, { summary: 'Withdrawals of all clients', access: 'admin', query: queueQuery, answer: z.array(queueRow) });
