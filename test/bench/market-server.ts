// A bare service on a port of its own that answers each given path with the given bytes: what nginx proxies in F1.
import { createServer } from 'node:http';

process.once('message', (answers: Readonly<Record<string, { etag: string; body: string }>>) => {
  const ready = new Map(Object.entries(answers).map(([path, { etag, body }]) => [path, { etag, body: Buffer.from(body) }]));
  const server = createServer((request, response) => {
    const answer = ready.get(request.url ?? '');
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    if (request.headers['if-none-match'] === answer.etag) {
      response.writeHead(304, ['ETag', answer.etag]).end();
      return;
    }
    response.writeHead(200, ['Content-Type', 'application/json; charset=utf-8', 'ETag', answer.etag, 'Content-Length', String(answer.body.length)]);
    response.end(answer.body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
  });
});
