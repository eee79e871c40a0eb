import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FileField, FileReference } from './collections.ts';

const minuteMs = 60_000;
const documentLifeMs = 5 * minuteMs;
const imageLifeMs = 24 * 60 * minuteMs;
/** Links to a picture end on the hour, so that a page that is read again names the same address and the browser keeps the picture. */
const imageStepMs = 60 * minuteMs;

/** What a link says: the file, for whom it was made, and until when. */
export interface FileLink {
  readonly key: string;
  readonly viewer: string;
  readonly expiresAtMs: number;
}

const signature = (key: KeyObject, payload: string): Buffer => createHmac('sha256', key).update(payload).digest();

/** A link to a file for one viewer: 5 minutes for documents, 24 hours at most for pictures; null where there is no file. */
export function linkTo(linkKey: KeyObject, field: FileField, file: FileReference | undefined, viewer: string, nowMs: number): string | null {
  if (!file) return null;
  const expiresAtMs = field === 'image' ? Math.floor((nowMs + imageLifeMs) / imageStepMs) * imageStepMs : nowMs + documentLifeMs;
  const payload = Buffer.from(JSON.stringify([file.key, viewer, expiresAtMs])).toString('base64url');
  return `/api/files/${payload}.${signature(linkKey, payload).toString('base64url')}`;
}

/** Reads a link back; undefined when it is forged, cut or over. */
export function readLink(linkKey: KeyObject, token: string, nowMs: number): FileLink | undefined {
  const [payload = '', signed = '', ...rest] = token.split('.');
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(linkKey, payload);
  const canonical = given.toString('base64url') === signed;
  if (rest.length > 0 || !canonical || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [key, viewer, expiresAtMs]: [string, string, number] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return expiresAtMs > nowMs ? { key, viewer, expiresAtMs } : undefined;
}
