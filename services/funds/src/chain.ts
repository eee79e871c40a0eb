import { canonicalJson, sha256 } from '@tradepost/platform/json.ts';
import type { Entry } from './collections.ts';

/** Stands for the entry before the first. */
export const chainStart = '0'.repeat(64);

/** Hash of an entry: SHA-256 over canonical JSON (RFC 8785) of all fields but the markers `pub` and `open` and the hash itself. It covers `prev`, so each entry vouches for all before it. */
export function hashOf(entry: Omit<Entry, 'hash'>): string {
  return sha256(canonicalJson({ ...entry, hash: undefined, pub: undefined, open: undefined }));
}
