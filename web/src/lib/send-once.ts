import { closeKey, openKey } from './idempotency.ts';
import { isUncertain } from './problem.ts';

/**
 * Sends a write that must not happen twice. `scope` names the deed and the account, `fingerprint` its values; the key handed to `send` stays the same
 * until the answer is certain, so pressing again after a cut-off line is safe. Throws what `send` throws.
 */
export async function sendOnce<Answer>(scope: string, fingerprint: string, send: (key: string) => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await send(openKey(scope, fingerprint));
    closeKey(scope, fingerprint);
    return answer;
  } catch (error) {
    if (!isUncertain(error)) closeKey(scope, fingerprint);
    throw error;
  }
}
