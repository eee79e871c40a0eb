// One process of F2 and F3: the service that is forwarded to, the gateway before it, or the obvious build. Its parent says what it is and what it needs.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import jwt from 'jsonwebtoken';
import { routes } from '../../gateway/src/routes.ts';
import { startGateway } from '../../gateway/test/support/gateway.ts';

/** What the parent sends: the service with an answer, or what stands before the service at `url`. */
export type Told =
  | { readonly kind: 'service'; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly kind: 'gateway' | 'obvious'; readonly url: string; readonly account: string };

/** What the parent hears: where this process listens, and a token that it takes. */
export interface Heard {
  readonly url: string;
  readonly token: string;
}

const notMany = 1e9;

async function listening(handler: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer({ keepAliveTimeout: 65_000 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function service(headers: Readonly<Record<string, string>>, text: string): Promise<Heard> {
  const body = Buffer.from(text);
  const pairs = Object.entries({ ...headers, 'content-length': body.length }).flatMap(([name, value]) => [name, String(value)]);
  return { url: await listening((_request, response) => response.writeHead(200, pairs).end(body)), token: '' };
}

async function gateway(url: string, account: string): Promise<Heard> {
  const names = [...new Set(routes.map(({ to }) => to))].filter((name) => name !== 'gateway');
  const running = await startGateway('in process', { rateLimitFactor: notMany, services: Object.fromEntries(names.map((name) => [name, { url }])) });
  await running.gateway.start();
  return { url: running.url, token: running.token(account, '2') };
}

/** What one writes first: Express, a token of the same kind (ES256) checked by jsonwebtoken on each call, and the proxy as it comes. */
async function obvious(target: string, account: string): Promise<Heard> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
  const app = express();
  app.use('/api/userActivenetPosition/:id', (request, response, next) => {
    try {
      const claims = jwt.verify(request.headers.authorization?.slice('Bearer '.length) ?? '', keys.publicKey, { algorithms: ['ES256'] });
      if (claims.sub === request.params.id) next();
      else response.sendStatus(404);
    } catch {
      response.sendStatus(401);
    }
  });
  app.use(createProxyMiddleware({ target }));
  return { url: await listening(app), token: jwt.sign({ sub: account, role: '2' }, keys.privateKey, { algorithm: 'ES256', expiresIn: '1h' }) };
}

process.once('message', (told: Told) => {
  const made = told.kind === 'service' ? service(told.headers, told.body) : told.kind === 'gateway' ? gateway(told.url, told.account) : obvious(told.url, told.account);
  void made.then((heard) => process.send?.(heard));
});
process.on('disconnect', () => process.exit(0));
