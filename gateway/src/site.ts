import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { pagePolicy } from './security-headers.ts';

const toBrotli = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress);
const toGzip = promisify<Buffer, Buffer>(gzip);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

interface SiteFile {
  readonly type: string;
  /** Absent where there is a gzip. */
  readonly content: Buffer | undefined;
  readonly etag: string;
  /** Same content, compressed when the site was built. */
  readonly packed: Partial<Record<'br' | 'gzip', Buffer>>;
}

export interface Site {
  /** Answers when the path is a file or a page of the site; false when it is neither. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
}

type Encoding = 'br' | 'gzip' | undefined;

/** The best encoding a browser takes: brotli, gzip or none. */
export function encodingOf(request: IncomingMessage): Encoding {
  const taken = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : undefined;
}

const etagOf = (content: Buffer): string => `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Reads the built site into memory, by the path under which each file is asked for: no path of a request ever reaches the disk. */
function readFiles(folder: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>();
  const read = (path: string): Buffer | undefined => (names.has(path) ? readFileSync(path) : undefined);
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue;
    const content = readFileSync(name);
    const [br, gz] = [read(`${name}.br`), read(`${name}.gz`)];
    files.set(`/${relative(folder, name).split(sep).join('/')}`, {
      type: types[extname(name)] ?? 'application/octet-stream',
      // Hardly anybody asks without gzip: for those it is unpacked again, and the memory is saved.
      content: gz ? undefined : content,
      etag: etagOf(content),
      packed: { ...(br ? { br } : {}), ...(gz ? { gzip: gz } : {}) },
    });
  }
  return files;
}

/** A file as it is, unpacked where only its gzip is kept. */
const contentOf = ({ content, packed }: SiteFile): Buffer => content ?? gunzipSync(packed.gzip ?? '');

function sendFile(request: IncomingMessage, response: ServerResponse, path: string, file: SiteFile): void {
  const hashed = path.startsWith('/assets/');
  const encoding = encodingOf(request);
  const packed = encoding && file.packed[encoding];
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  if (!hashed) response.setHeader('ETag', file.etag);
  if (!hashed && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  if (packed) response.setHeader('Content-Encoding', encoding);
  const body = packed ?? contentOf(file);
  response.writeHead(200, { 'Content-Length': body.length });
  response.end(body);
}

/** The page is made anew for everybody: its nonce may be known to nobody but the one who asked. */
async function sendPage(request: IncomingMessage, response: ServerResponse, page: string, status: number): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const plain = Buffer.from(page.replaceAll('__CSP_NONCE__', nonce));
  const encoding = encodingOf(request);
  let body: Uint8Array = plain;
  if (encoding === 'br') body = await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  if (encoding === 'gzip') body = await toGzip(plain);
  response.setHeader('Content-Security-Policy', pagePolicy(nonce));
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(status, { 'Content-Length': body.length });
  response.end(body);
}

/** What the files of the site say about this installation in place of `__NAMES__`. */
export interface SiteFacts {
  readonly publicUrl?: string;
  readonly mode?: 'demo' | 'live';
  /** Who runs the platform; empty in the demonstration. */
  readonly operator?: { readonly name?: string | undefined; readonly registration?: string | undefined; readonly email?: string | undefined };
}

const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function fillIn(text: string, { publicUrl = '', mode = 'demo', operator = {} }: SiteFacts): string {
  const values: Readonly<Record<string, string>> = {
    PUBLIC_URL: publicUrl.replace(/\/$/, ''),
    MODE: mode,
    OPERATOR_NAME: operator.name ?? '',
    OPERATOR_REGISTRATION: operator.registration ?? '',
    OPERATOR_EMAIL: operator.email ?? '',
  };
  return text.replace(/__([A-Z_]+?)__/g, (place, name: string) => (name in values ? escapeMarkup(values[name] ?? '') : place));
}

/** Takes the pages out of the files, by the path they stand for: those the build wrote out below /pages, and index.html for all the others. */
function takePages(files: Map<string, SiteFile>, facts: SiteFacts): { written: Map<string, string>; shell: string | undefined } {
  const written = new Map<string, string>();
  for (const [path, file] of files) {
    if (!/^\/pages\/.+\.html$/.test(path)) continue;
    files.delete(path);
    written.set(path.slice('/pages'.length, -'.html'.length).replace(/\/index$/, '/'), fillIn(contentOf(file).toString(), facts));
  }
  const shell = files.get('/index.html');
  files.delete('/index.html');
  return { written, shell: shell && fillIn(contentOf(shell).toString(), facts) };
}

/** Writes the public address into the files that search engines read. */
function fillFiles(files: Map<string, SiteFile>, facts: SiteFacts): void {
  for (const path of ['/robots.txt', '/sitemap.xml']) {
    const file = files.get(path);
    if (!file) continue;
    const content = Buffer.from(fillIn(contentOf(file).toString(), facts));
    files.set(path, { ...file, content, etag: etagOf(content) });
  }
}

/** Whether a path shows a page, by the list that the build wrote; without the list every path does. */
function readKnownPaths(files: Map<string, SiteFile>): (path: string) => boolean {
  const file = files.get('/paths.json');
  files.delete('/paths.json');
  if (!file) return () => true;
  const list: unknown = JSON.parse(contentOf(file).toString());
  if (!Array.isArray(list)) throw new TypeError('paths.json of the built site is no list.');
  const shapes = list.map((path) => new RegExp(`^${String(path).replace(/:[^/]+/g, '[^/]+')}/?$`));
  return (path) => path === '/index.html' || shapes.some((shape) => shape.test(path));
}

/** Opens the built site below `folder` (web/dist). */
export function openSite(folder: string, facts: SiteFacts = {}): Site {
  const files = readFiles(folder);
  const isKnown = readKnownPaths(files);
  const { written, shell } = takePages(files, facts);
  fillFiles(files, facts);
  return {
    async answer(request, response, path) {
      const file = files.get(path);
      if (file) {
        sendFile(request, response, path, file);
        return true;
      }
      const accept = request.headers.accept ?? '*/*';
      const isPage = !path.startsWith('/assets/') && !/\.[a-z0-9]+$/i.test(path) && /text\/html|\*\/\*/.test(accept);
      const page = written.get(path.length > 1 ? path.replace(/\/$/, '') : path) ?? shell;
      // index.html by its own name is the page as well.
      if (page === undefined || !(isPage || path === '/index.html')) return false;
      await sendPage(request, response, page, isKnown(path) ? 200 : 404);
      return true;
    },
  };
}
