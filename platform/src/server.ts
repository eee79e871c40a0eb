import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refused, StartRefused } from './errors.ts';
import { problemOf } from './problem.ts';

/** A listening HTTP server. */
export interface HttpServer {
  readonly port: number;
  /** From now on every answer asks its caller to come back on another connection, for a stop that is near. */
  drain(): void;
  /** Takes no new calls, finishes those in hand for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

const bodyIdleMs = 15_000;
const tidyMs = 50;

function refusal(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE') return new StartRefused(`Port ${port} on ${host} is taken; stop the program that uses it or set PORT to another one.`, { cause: error });
  if (error.code === 'EACCES') return new StartRefused(`Port ${port} on ${host} may not be used by this account; set PORT to one above 1023.`, { cause: error });
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return new StartRefused(`${host} is no address of this machine; set HOST to one that is.`, { cause: error });
  return error;
}

/** Answers what the parser could not read as HTTP in the form of every other refusal, and closes: what follows on this connection has no known beginning. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const refused = new Refused(error.code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'unreadable-body', { cause: error });
  const body = JSON.stringify(problemOf(refused, requestId));
  const head = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? ''}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Listens with the limits every process of the platform has: 10 s for headers, 300 s for a whole request, 15 s of silence within a body.
 * Port 0 takes a free one. Throws StartRefused with one sentence when the port is taken or not allowed.
 */
export async function listen(handler: RequestListener, options: { host: string; port: number }): Promise<HttpServer> {
  const bodiesUnderWay = new Map<Socket, { readonly complete: boolean }>();
  let closing = false;
  const answer: RequestListener = (request, response) => {
    bodiesUnderWay.set(request.socket, request);
    response.once('close', () => bodiesUnderWay.delete(request.socket));
    if (closing) response.setHeader('Connection', 'close');
    handler(request, response);
  };
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 2_000, keepAliveTimeout: 65_000 }, answer);
  // An expectation that nobody here knows changes nothing about the request.
  server.on('checkExpectation', answer);
  server.on('clientError', refuseUnreadable);
  server.timeout = bodyIdleMs;
  server.on('timeout', (socket) => {
    // Silence is allowed while an answer is being made; a body that stops coming, or an idle connection, is cut.
    if (bodiesUnderWay.get(socket)?.complete !== true) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(refusal(error, options.host, options.port));
    server.once('error', failed);
    server.listen(options.port, options.host, () => {
      server.off('error', failed);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    drain() {
      closing = true;
    },
    async close(graceMs) {
      closing = true;
      const tidy = setInterval(() => server.closeIdleConnections(), tidyMs);
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      try {
        await new Promise<void>((resolve) => server.close(() => resolve()));
      } finally {
        clearInterval(tidy);
        clearTimeout(cut);
      }
    },
  };
}
