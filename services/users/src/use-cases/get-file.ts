import { type Call, FileReply } from '@tradepost/platform/call.ts';
import { deedOf, recordDeed } from '@tradepost/platform/deeds.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import { sha256 } from '@tradepost/platform/json.ts';
import type * as api from '@tradepost/proto/api/users/schemas.ts';
import type { FileField, User } from '../collections.ts';
import { fieldOfFile, ownerOfFile } from '../files.ts';
import { readLink } from '../links.ts';
import type { Users } from '../users.ts';

/** Streams a file by its signed link. A link that is forged, over, of a file no longer named or of a viewer who is out is a plain 404. */
export async function getFile(state: Users, call: Call<typeof api.getFile>): Promise<FileReply> {
  const { token } = call.params;
  const link = readLink(state.linkKey, token, state.clock.now());
  if (!link) throw new Refused('not-found');
  const account = ownerOfFile(link.key);
  const [owner, viewer] = await Promise.all([state.users.get(account), state.users.get(link.viewer)]);
  const field = fieldOfFile(owner, link.key);
  if (!field || !viewer || viewer.state === 'disabled' || viewer.state === 'deleted') throw new Refused('not-found');
  const file = await state.objects.get(link.key);
  if (!file) throw new Refused('not-found');
  if (field !== 'image' && viewer._id !== account) await recordView(state, account, field, viewer, token);
  return new FileReply(file.contentType, file.sizeBytes, file.content, headersOf(field, file.contentType, link.expiresAtMs - state.clock.now()));
}

/** Who looked at a document of another is written down before a byte leaves, once for each link. */
async function recordView({ deeds, clock }: Users, account: string, field: FileField, viewer: User, token: string): Promise<void> {
  const actor = { id: viewer._id, role: viewer.role, sessionId: '' };
  await recordDeed(
    deeds,
    deedOf({ actor, idempotencyKey: `link:${sha256(token)}`, requestHash: '', keyGiven: false }, clock, { scope: account, deed: 'document-viewed', fields: [field] }),
  );
}

/** A document is never run, guessed at or kept: whatever it holds, the browser treats it as a file of no origin. */
function headersOf(field: FileField, contentType: string, lifeMs: number): Record<string, string> {
  const isPdf = contentType === 'application/pdf';
  return {
    'Content-Disposition': isPdf ? `attachment; filename="${field}.pdf"` : 'inline',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': field === 'image' ? `private, max-age=${Math.floor(lifeMs / 1000)}` : 'no-store',
  };
}
