import type { IncomingMessage } from 'node:http';
import { Refused } from '@tradepost/platform/errors.ts';

const maximumBytes = 64 * 1024;

/** Reads the body of a call that has no use for one and throws it away, so that it cannot reach a service as a request of its own. Throws Refused 413 above 64 KB. */
export async function dropBody(request: IncomingMessage): Promise<void> {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    if (Number(headers['content-length'] ?? 0) > maximumBytes) throw new Refused('too-large');
    await new Promise<void>((resolve, reject) => {
      let sizeBytes = 0;
      request.on('data', (piece: Buffer) => {
        sizeBytes += piece.length;
        if (sizeBytes > maximumBytes) reject(new Refused('too-large'));
      });
      request.once('end', resolve);
      request.once('error', reject);
      request.once('close', () => reject(new Refused('unreadable-body')));
    });
  }
  for (const name of ['content-length', 'transfer-encoding', 'content-type', 'content-encoding']) delete headers[name];
}
