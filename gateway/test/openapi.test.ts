import { Validator } from '@seriousme/openapi-schema-validator';
import { codes } from '@tradepost/proto/api/codes.ts';
import { publicContracts } from '@tradepost/proto/api/openapi/contracts.ts';
import { openApiDocument } from '@tradepost/proto/api/openapi/document.ts';
import { routes } from '../src/routes.ts';
import { startGateway } from './support/gateway.ts';

const document = openApiDocument('0.1.0');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const lineOf = ({ method, path }: { method: string; path: string }): string => `${method} /api${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;

/** The examples of a body or an answer, by media type. */
function examplesIn(body: unknown): { media: string; value: unknown }[] {
  const content = (body as { content?: Record<string, { examples?: { usual?: { value: unknown } } }> } | undefined)?.content ?? {};
  return Object.entries(content).map(([media, { examples }]) => ({ media, value: examples?.usual?.value }));
}

describe('When the contract is made into OpenAPI', () => {
  test('then it is a valid document of version 3.1', async () => {
    const judged = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(judged.errors ?? []).toEqual([]);
    expect(judged.valid).toBe(true);
    expect(document.openapi).toBe('3.1.1');
  });

  test('then every line of the table is in it, with a summary, who may, and a refusal', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.map(lineOf).sort());
    const bare = operations.filter(({ operation }) => !operation.summary || !operation.description || !operation.responses['429'] || !operation.operationId);
    expect(bare.map(({ name }) => name)).toEqual([]);
    const guarded = routes.filter(({ access }) => access !== 'public' && access !== 'link').map(lineOf);
    expect(
      operations
        .filter(({ operation }) => operation.security.length > 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(guarded.sort());
  });

  test('then every body and every JSON answer has an example', () => {
    const without = operations.flatMap(({ name, operation }) => {
      const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
      const all = [...examplesIn(operation.requestBody), ...examplesIn(success)].filter(({ media }) => media.includes('json') || media.includes('multipart'));
      return all.filter(({ value }) => value === undefined).map(({ media }) => `${name} ${media}`);
    });
    expect(without).toEqual([]);
  });

  test.each(publicContracts.map(({ service, name, contract }) => [`${service}.${name}`, contract] as const))(
    'then the examples of %s are taken by the schemas that check the requests',
    (id, contract) => {
      const { operation } = operations.find((one) => one.operation.operationId === id) ?? {};
      for (const { value } of examplesIn(operation?.requestBody)) expect(contract.body?.safeParse(value).error).toBeUndefined();
      const success = operation?.responses[contract.status];
      if (contract.produces === undefined) for (const { value } of examplesIn(success)) expect(contract.answer?.safeParse(value).error).toBeUndefined();
    },
  );

  test('then each code of a refusal stands there with its sentence', () => {
    const text = JSON.stringify(document.components.responses);
    const missing = Object.entries(codes).filter(([code, { status, sentence }]) => status !== 500 && !(text.includes(`"${code}"`) && text.includes(JSON.stringify(sentence))));
    expect(missing).toEqual([]);
  });

  test('then writes take an Idempotency-Key, and lists tell how many there are', () => {
    const text = (name: string): string => JSON.stringify(operations.find((one) => one.name === name)?.operation);
    expect(text('PUT /api/users/{id}/totalfund')).toContain('IdempotencyKey');
    expect(text('POST /api/login')).not.toContain('IdempotencyKey');
    expect(text('GET /api/users')).toContain('TotalCount');
    expect(text('GET /api/user/{id}')).not.toContain('TotalCount');
  });
});

describe('When somebody asks the gateway for the contract', () => {
  let running: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    running = await startGateway('in process');
    await running.gateway.start();
  });
  afterAll(() => running.stop());

  test('then the document comes to everybody, packed and with an ETag', async () => {
    const answer = await running.call('GET', '/api/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const etag = answer.headers.get('etag') ?? '';
    expect((await running.call('GET', '/api/openapi.json', undefined, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('then the page shows every call, runs nothing and loads nothing', async () => {
    const answer = await running.call('GET', '/api/docs');
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/);
    const absent = operations.filter(({ name }) => !page.includes(`<code>${name}</code>`));
    expect(absent.map(({ name }) => name)).toEqual([]);
    expect(page).not.toMatch(/<script|<img|<link|\son\w+=|style="/);
    expect(page).toContain('Registration successful!');
  });
});
