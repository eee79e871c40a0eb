import { randomBytes, randomUUID } from 'node:crypto';

/** A UUID of version 7 (RFC 9562): sorted by the time it was made, to the millisecond. */
export function timeOrderedId(nowMs: number): string {
  const random = randomUUID();
  const time = Math.max(0, Math.floor(nowMs)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${random.slice(15)}`;
}

/** A secret of `bytes` random bytes in URL-safe text. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');
