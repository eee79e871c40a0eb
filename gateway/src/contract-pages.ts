import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { openApiDocument } from '@tradepost/proto/api/openapi/document.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { encodingOf } from './site.ts';

const toBrotli = promisify<Buffer, Buffer>(brotliCompress);
const toGzip = promisify<Buffer, Buffer>(gzip);

interface Prepared {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** The page runs nothing and loads nothing; its one style is named by its hash. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

async function prepare(type: string, text: string): Promise<Prepared> {
  const plain = Buffer.from(text);
  const [br, packed] = await Promise.all([toBrotli(plain), toGzip(plain)]);
  return { type, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, br, gzip: packed };
}

function send(request: IncomingMessage, response: ServerResponse, prepared: Prepared): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', prepared.etag);
  if (request.headers['if-none-match'] === prepared.etag) {
    response.writeHead(304).end();
    return;
  }
  const encoding = encodingOf(request);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  const body = encoding ? prepared[encoding] : prepared.plain;
  response.writeHead(200, { 'Content-Type': prepared.type, 'Content-Length': body.length });
  response.end(body);
}

/** The contract of the API as OpenAPI and as a page. Both are made when somebody first asks, since no start should wait for them, and kept as bytes. */
export function contractPages(version: string) {
  let made: Promise<{ json: Prepared; page: Prepared }> | undefined;
  const ready = (): Promise<{ json: Prepared; page: Prepared }> => {
    made ??= (async () => {
      const document = openApiDocument(version);
      return { json: await prepare('application/json; charset=utf-8', JSON.stringify(document)), page: await prepare('text/html; charset=utf-8', docsPage(document)) };
    })();
    return made;
  };
  return {
    async openApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
      send(request, response, (await ready()).json);
    },
    async docs(request: IncomingMessage, response: ServerResponse): Promise<void> {
      response.setHeader('Content-Security-Policy', docsPolicy);
      send(request, response, (await ready()).page);
    },
  };
}
