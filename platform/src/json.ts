import { createHash, createHmac } from 'node:crypto';
import { JsonNumber } from '@tradepost/proto/api/schema.ts';

/** Reviver for JSON.parse: numbers keep their source text, so that money is judged as it was written. */
export function keepNumberSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new JsonNumber(context.source) : value;
}

/** Canonical JSON after RFC 8785 for the values this product hashes: sorted keys, no white space, absent and undefined alike. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJson(element ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** SHA-256 of a text, in hex. */
export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** Keyed hash of a text, in hex: tells whether two requests are the same without letting a reader of the store guess what was in them. */
export const keyedHash = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');
