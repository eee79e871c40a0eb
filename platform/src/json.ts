import { createHmac, hash, type KeyObject } from 'node:crypto';
import { JsonNumber } from '@tradepost/proto/api/schema.ts';

/** Reviver for JSON.parse: numbers keep their source text, so that money is judged as it was written. */
export function keepNumberSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new JsonNumber(context.source) : value;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Whether an object in a JSON text has the same name twice, however it is escaped. A text that is no JSON may give either. */
export function hasRepeatedName(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      const name = unescaped(last);
      if (names?.has(name)) return true;
      names?.add(name);
    }
    last = token;
  }
  return false;
}

function unescaped(literal: string): string {
  if (!literal.includes('\\')) return literal;
  try {
    return JSON.stringify(JSON.parse(literal));
  } catch (error) {
    if (error instanceof SyntaxError) return literal;
    throw error;
  }
}

/** Canonical JSON after RFC 8785 for the values this product hashes: sorted keys, no white space, absent and undefined alike. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const element of value) text += `${text && ','}${canonicalJson(element ?? null)}`;
    return `[${text}]`;
  }
  const members = new Map(Object.entries(value));
  for (const name of [...members.keys()].sort()) {
    const member = members.get(name);
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** SHA-256 of a text, in hex. */
export const sha256 = (text: string | Uint8Array): string => hash('sha256', text);

/** Keyed hash of a text, in hex: tells whether two requests are the same without letting a reader of the store guess what was in them. The key is made once: from plain bytes it costs seven times the hash. */
export const keyedHash = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex');
