import type { AnswerIn } from '@tradepost/platform/call.ts';
import type * as api from '@tradepost/proto/api/auth/internal.ts';
import type { Auth } from '../state.ts';

/** The keys by which everybody else judges access tokens. */
export async function listPublicKeys(auth: Auth): Promise<AnswerIn<typeof api.publicKeys>> {
  const { kid, jwk } = auth.signer.publicKey();
  return [{ kid, jwk: { ...jwk } }];
}
