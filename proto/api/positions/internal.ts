import { z } from 'zod';
import { call } from '../call.ts';
import { contract } from '../schema.ts';

// What other services may ask positions. Never in the gateway's table.

const closeBody = z.strictObject({ key: z.string(), by: z.object({ id: z.string(), role: z.string() }) });
const closeAnswer = z.object({
  closed: z.boolean(),
  /** What stands in the way: active positions; empty when closed. */
  reasons: z.array(z.enum(['positions'])),
});
const reopenBody = z.strictObject({ key: z.string() });

export const closeAccount = contract(call<{ body: z.input<typeof closeBody>; answer: z.infer<typeof closeAnswer> }>()('POST', '/internal/accounts/:id/close'), {
  summary: 'Close an account without active positions; the same key answers the same',
  access: 'internal',
  body: closeBody,
  answer: closeAnswer,
});
export const reopenAccount = contract(call<{ body: z.input<typeof reopenBody>; answer: undefined }>()('POST', '/internal/accounts/:id/reopen'), {
  summary: 'Take a closing back, because the account is not deleted after all; safe to repeat',
  access: 'internal',
  status: 204,
  body: reopenBody,
});
