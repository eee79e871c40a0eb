import { z } from 'zod';
import { call } from '../call.ts';
import { contract } from '../schema.ts';
import { deposit, withdrawal } from './schemas.ts';

// What other services may ask funds. Never in the gateway's table.

const summary = z.object({
  totalfund: z.number(),
  heldFund: z.number(),
  availableFund: z.number(),
  /** Newest 50 of each. */
  withdrawals: z.array(withdrawal),
  deposits: z.array(deposit),
});
export type MoneySummary = z.infer<typeof summary>;

const balance = z.object({ account: z.string(), epoch: z.number(), seq: z.number(), postedPaise: z.number(), heldPaise: z.number() });
const balancesQuery = z.object({ after: z.string().optional(), limit: z.coerce.number<string | number>().int().min(1).max(1000).default(500) });
const closeBody = z.strictObject({ key: z.string(), by: z.object({ id: z.string(), role: z.string() }) });
const closeAnswer = z.object({
  closed: z.boolean(),
  /** What stands in the way, `balance` or `holds`; empty when closed. */
  reasons: z.array(z.enum(['balance', 'holds'])),
});

export const getSummary = contract(call<{ answer: MoneySummary }>()('GET', '/internal/accounts/:id/summary'), {
  summary: 'The money of one account, read from the ledger',
  access: 'internal',
  answer: summary,
});
export const listBalances = contract(call<{ query: z.input<typeof balancesQuery>; answer: z.infer<typeof balance>[] }>()('GET', '/internal/balances'), {
  summary: 'Newest balance of every account, by account id, to rebuild projections',
  access: 'internal',
  query: balancesQuery,
  answer: z.array(balance),
});
export const closeAccount = contract(call<{ body: z.input<typeof closeBody>; answer: z.infer<typeof closeAnswer> }>()('POST', '/internal/accounts/:id/close'), {
  summary: 'Close an account without money; a second time answers the same',
  access: 'internal',
  body: closeBody,
  answer: closeAnswer,
});
