import type { AnswerIn, Call } from '@tradepost/platform/call.ts';
import { canonicalJson, sha256 } from '@tradepost/platform/json.ts';
import type * as internal from '@tradepost/proto/api/funds/internal.ts';
import { paise } from '@tradepost/proto/api/money.ts';
import type { Funds } from '../funds.ts';
import { close } from '../ledger.ts';

/** Closes an account for good, unless there is money on it: then the answer says what stands in the way. Closing once more answers the same. */
export async function closeAccount(funds: Funds, call: Call<typeof internal.closeAccount>): Promise<AnswerIn<typeof internal.closeAccount>> {
  const { id } = call.params;
  if ((await funds.ledger.head(id)).closed) return { closed: true, reasons: [] };

  const entry = await funds.ledger.record({
    account: id,
    kind: 'close',
    amount: paise(0),
    // Keys of callers have no blanks: none of them can take the key of a closing.
    call: { idempotencyKey: `close ${call.body.key}`, keyGiven: true, requestHash: sha256(canonicalJson({ close: id })), actor: call.body.by },
    next: close,
  });

  if (entry.refused?.code !== 'account-not-empty') return { closed: true, reasons: [] };
  return { closed: false, reasons: [...(entry.after.posted > 0 ? (['balance'] as const) : []), ...(entry.after.held > 0 ? (['holds'] as const) : [])] };
}
