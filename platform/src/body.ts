import { isUtf8 } from 'node:buffer';
import type { Contract } from '@tradepost/proto/api/schema.ts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import multer from 'multer';
import { Refused } from './errors.ts';
import { hasRepeatedName, keepNumberSource } from './json.ts';

/** The largest file of an upload, and the largest JSON body. */
export const maximumFileBytes = 5 * 1024 * 1024;
const maximumJsonBytes = 64 * 1024;
const maximumDocumentBytes = 256 * 1024;
const maximumUploadsAtOnce = 8;

/** JSON is UTF-8 (RFC 8259), and a name stands once in an object (RFC 7493): of two amounts nobody could say which was meant. */
function checkText(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes) || hasRepeatedName(bytes.toString())) throw new SyntaxError('The body is no JSON that can only be read one way.');
}

const jsonReader = (limit: number) => express.json({ limit, reviver: keepNumberSource, type: () => true, verify: checkText });
const readJson = jsonReader(maximumJsonBytes);
const readDocument = jsonReader(maximumDocumentBytes);
const readInternalJson = express.json({ limit: 1024 * 1024, type: () => true });

const hasBody = (request: Request): boolean => Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
const mediaType = (request: Request): string => (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const run = (handler: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void handler(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });

let uploadsAtOnce = 0;

/** One file field of a request, in memory: at most 5 MB. `checkUpload` says what it really is. */
export interface UploadedFile {
  readonly field: string;
  readonly bytes: Buffer;
}

async function readMultipart(contract: Contract, request: Request, response: Response): Promise<{ body: Record<string, unknown>; files: Record<string, UploadedFile> }> {
  if (uploadsAtOnce >= maximumUploadsAtOnce) throw new Refused('busy');
  uploadsAtOnce += 1;
  try {
    const names = Object.keys(contract.files ?? {});
    const upload = multer({
      storage: multer.memoryStorage(),
      // One more than there are, so that a file sent twice is seen as that.
      limits: { fileSize: maximumFileBytes, files: names.length + 1, fields: 30, fieldSize: 10_000, fieldNameSize: 100, parts: 40 },
      defParamCharset: 'utf8',
    }).any();
    await run(upload, request, response);
    const files: Record<string, UploadedFile> = {};
    for (const file of Array.isArray(request.files) ? request.files : []) {
      if (!names.includes(file.fieldname)) throw new Refused('unknown-field', { errors: [{ field: file.fieldname, message: 'There is no such file field.' }] });
      if (files[file.fieldname]) throw new Refused('duplicate-field', { errors: [{ field: file.fieldname, message: 'This field was sent twice.' }] });
      files[file.fieldname] = { field: file.fieldname, bytes: file.buffer };
    }
    const body: Record<string, unknown> = { ...request.body };
    for (const [field, value] of Object.entries(body)) {
      if (Array.isArray(value)) throw new Refused('duplicate-field', { errors: [{ field, message: 'This field was sent twice.' }] });
    }
    return { body, files };
  } catch (error) {
    throw multipartRefusal(error);
  } finally {
    uploadsAtOnce -= 1;
  }
}

function multipartRefusal(error: unknown): unknown {
  if (error instanceof Refused) return error;
  if (error instanceof multer.MulterError) {
    const field = error.field;
    if (error.code === 'LIMIT_FILE_SIZE') return new Refused('file-too-large', { cause: error, errors: field ? [{ field, message: 'The limit is 5 MB a file.' }] : [] });
    if (error.code === 'LIMIT_FILE_COUNT' || error.code === 'LIMIT_UNEXPECTED_FILE')
      return new Refused('unknown-field', { cause: error, errors: field ? [{ field, message: 'There are more files than this call takes.' }] : [] });
    if (error.code.startsWith('LIMIT_')) return new Refused('too-large', { cause: error });
  }
  // Cut bodies and broken boundaries come as plain errors without a status.
  return new Refused('unreadable-body', { cause: error });
}

/** Reads the body of a call as its contract says. Throws Refused: 400 unreadable, 413 too large, 415 another media type. */
export async function readBody(contract: Contract, request: Request, response: Response): Promise<{ body: unknown; files: Record<string, UploadedFile> }> {
  if (request.method === 'GET' || request.method === 'DELETE' || !hasBody(request)) return { body: undefined, files: {} };
  const type = mediaType(request);
  const media = contract.media ?? 'json';
  if (type === 'multipart/form-data' && media !== 'json') return readMultipart(contract, request, response);
  if (type !== 'application/json' || media === 'multipart') throw new Refused('unsupported-media-type');
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity') throw new Refused('unsupported-media-type');
  try {
    const read = contract.largeBody ? readDocument : readJson;
    await run(contract.call.path.startsWith('/internal/') ? readInternalJson : read, request, response);
  } catch (cause) {
    const status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : 400;
    throw new Refused(status === 413 ? 'too-large' : status === 415 ? 'unsupported-media-type' : 'unreadable-body', { cause });
  }
  return { body: request.body, files: {} };
}
