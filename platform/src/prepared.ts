import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
const toGzip = promisify<Buffer, Buffer>(gzip);

// A small window: the usual one takes megabytes for each answer that is packed.
const packing = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** A public answer as bytes, made once and sent to everybody until its figures change. */
export interface PreparedAnswer {
  /** The path of its contract, below /api. */
  readonly route: string;
  /** With its `ETag`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly packed: { readonly br: Buffer; readonly gzip: Buffer };
}

/**
 * What the gateway asks before it looks anything up: the answer of a public read by its URL (with `/api` and the query), a promise while it is being made,
 * and undefined for everything that is to go the ordinary way.
 */
export type HotReads = (url: string) => PreparedAnswer | Promise<PreparedAnswer | undefined> | undefined;

/** The tag by which a caller knows an answer again: from its bytes alone, so every process gives the same. */
export const etagOf = (body: unknown): string => `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;

/** Makes the bytes of a JSON answer, plain and compressed. */
export async function prepareAnswer(route: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<PreparedAnswer> {
  const plain = Buffer.from(JSON.stringify(body));
  const [br, gz] = await Promise.all([toBrotli(plain, { params: packing }), toGzip(plain)]);
  return { route, headers, plain, packed: { br, gzip: gz } };
}
