import { type Call, isStaff } from '@tradepost/platform/call.ts';
import { randomSecret } from '@tradepost/platform/ids.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type * as api from '@tradepost/proto/api/auth/schemas.ts';
import { networkOf } from '../guess-guard.ts';
import type { Auth } from '../state.ts';
import { versionOf } from '../tokens.ts';

const linkLifeMs = 30 * 60_000;
const message = 'If the account exists, a message with a link is on its way. The link works once, for 30 minutes.';

/** Answers the same for everybody and at once; whether there is such an account shows in its mailbox alone. */
export async function forgotPassword(auth: Auth, call: Call<typeof api.forgotPassword>): Promise<{ message: string }> {
  await auth.limits.count('forgot-password', networkOf(call.address), 3);
  auth.background.run('reset link', () => sendLink(auth, call.body.userId, call.requestId));
  return { message };
}

async function sendLink(auth: Auth, login: string, requestId: string): Promise<void> {
  const { identity } = await auth.users.findIdentity({ query: { login }, requestId });
  if (!identity || identity.demo || identity.state === 'disabled' || identity.state === 'deleted') return;
  // Nobody's mailbox is flooded by somebody who asks from many addresses.
  await auth.limits.count('reset-link', identity._id, isStaff(identity) ? 3 : 5);
  const { contact } = await auth.users.getContact({ params: { id: identity._id }, requestId });
  if (!contact) return;
  const token = randomSecret();
  const credentialsVersion = versionOf(await auth.credentials.get(identity._id));
  await auth.resetLinks.insert({ _id: sha256(token), account: identity._id, credentialsVersion, expiresAtMs: auth.clock.now() + linkLifeMs });
  const text = [
    `Hello ${contact.name},`,
    '',
    'somebody, probably you, asked to set a new password for your Tradepost account. Open this link to choose one:',
    '',
    `${auth.publicUrl}/reset-password?token=${token}`,
    '',
    'It works once, for 30 minutes. If it was not you, you need not do anything: your password stays as it is.',
  ].join('\n');
  await auth.mailer.send({ to: contact.email, subject: 'Set a new password', text });
}
