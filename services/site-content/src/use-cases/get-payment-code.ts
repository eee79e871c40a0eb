import { type Call, FileReply } from '@tradepost/platform/call.ts';
import { Refused } from '@tradepost/platform/errors.ts';
import type * as api from '@tradepost/proto/api/site-content/schemas.ts';
import type { Site } from '../site.ts';

const keptSeconds = 24 * 60 * 60;

/**
 * Streams the picture of the payment code. With `v`, the address that the data name, it may be kept; the address of a replaced picture is 404, so that nobody pays to an old code.
 * Without `v` it is the present one, asked for each time.
 */
export async function getPaymentCode({ company, objects }: Site, { params, query }: Call<typeof api.getPaymentCode>): Promise<FileReply> {
  const code = (await company.get(params.id))?.code;
  if (!code || (query.v !== undefined && query.v !== code.tag)) throw new Refused('not-found');
  const file = await objects.get(code.key);
  if (!file) throw new Refused('not-found');
  return new FileReply(file.contentType, file.sizeBytes, file.content, {
    'Content-Disposition': 'inline',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': query.v === undefined ? 'no-store' : `public, max-age=${keptSeconds}, immutable`,
  });
}
