import type { z } from 'zod';
import { type Code, codes } from '../codes.ts';
import type { Access, Contract } from '../schema.ts';
import { type NamedContract, publicContracts } from './contracts.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchema, jsonSchemas, reference, resolved } from './json-schemas.ts';

/** Who may make a call, in words. */
export const accessWords: Readonly<Record<Exclude<Access, 'internal'>, string>> = {
  public: 'Anybody.',
  link: 'Whoever holds the signed link.',
  cookie: 'Whoever holds the refresh cookie, from the site itself.',
  'signed-in': 'Anybody who is signed in.',
  self: "The account's owner alone.",
  'self-or-admin': "The account's owner and administrators.",
  admin: 'Administrators (roles "0" and "1").',
};

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly Record<string, unknown>[];
  readonly requestBody?: Record<string, unknown>;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The contract of the public API as OpenAPI 3.1. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const services: Readonly<Record<string, string>> = {
  auth: 'Signing in and out, passwords and devices',
  users: 'Accounts, registration and documents',
  funds: 'Money: balances, deposits and withdrawals',
  positions: 'Positions of an account',
  market: 'Prices, sessions and symbols',
  'site-content': 'Website details, public texts and messages',
  gateway: 'The platform itself: its mode, the live stream and this contract',
};

/** What the answers with a `message` say. */
const sentences: Readonly<Record<string, string>> = {
  'POST /register': 'Registration successful!',
  'PATCH /users/:id/approve': 'User status updated successfully.',
  'DELETE /users/:id': 'User deleted successfully',
  'PUT /users/:id/totalfund': 'Funds added successfully',
  'PATCH /:id/reduce-fund': 'Funds withdrawn successfully',
  'POST /:userId/withdrawals': 'Withdrawal request submitted successfully!',
  'PATCH /:id/withdrawals/:withdrawalId': 'Withdrawal approved',
  'DELETE /:userId/withdrawals/:withdrawalId': 'Withdrawal cancelled',
  'POST /addnetPosition/:userId': 'Data Add Successfully!',
  'PATCH /:userId/updatepositions/:positionId': 'Data Update Successfully',
  'DELETE /:userId/positions/:positionId': 'Position deleted',
};

const titles: Readonly<Record<number, string>> = {
  400: 'The request cannot be read, has an unknown field or a wrong type',
  401: 'No token, or one that is over',
  403: 'Signed in, but not allowed',
  404: "Not there, or not the caller's",
  409: 'The state of things does not allow it',
  413: 'Too large',
  415: 'A media type that is not taken',
  422: 'A field is missing or breaks a rule',
  429: 'Too many requests',
  503: 'A part of the platform is away',
};

const problem: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457). `message` repeats `detail`.',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'requestId'],
  properties: {
    type: { type: 'string', examples: ['urn:tradepost:problem:invalid-fields'] },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(codes) },
    message: { type: 'string' },
    requestId: { type: 'string' },
    errors: { type: 'array', items: { type: 'object', required: ['field', 'message'], properties: { field: { type: 'string' }, message: { type: 'string' } } } },
  },
};

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** One answer for each status with which calls are refused; its examples are the codes of that status. */
function problemResponses(): Record<string, unknown> {
  const known = Object.entries(codes) as [Code, (typeof codes)[Code]][];
  return Object.fromEntries(
    Object.entries(titles).map(([status, title]) => {
      const ofStatus = known.filter(([, code]) => code.status === Number(status));
      const examples = ofStatus.map(([code, { sentence }]) => [
        code,
        {
          value: {
            type: `urn:tradepost:problem:${code}`,
            title,
            status: Number(status),
            detail: sentence,
            code,
            message: sentence,
            requestId: '6f0c2d3e-1b7a-4c55-9a0e-3d8f6b2c4a11',
          },
        },
      ]);
      const waits = status === '429' || status === '503' ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {};
      const content = { 'application/problem+json': { schema: reference('Problem'), examples: Object.fromEntries(examples) } };
      return [`Refused${status}`, { description: title, headers: { ...requestIdHeader, ...waits }, content }];
    }),
  );
}

/** The statuses with which a call of this kind may be refused. */
function refusalsOf({ access, call, body, query }: Contract): readonly number[] {
  const writes = call.method !== 'GET';
  const signedIn = access !== 'public' && access !== 'link';
  return [
    ...(body || query || writes ? [400] : []),
    ...(signedIn || call.path === '/login' ? [401, 403] : []),
    ...(call.path.includes(':') ? [404] : []),
    ...(writes ? [409] : []),
    ...(body ? [413, 415] : []),
    ...(body || query || writes ? [422] : []),
    ...[429, 503],
  ];
}

const securityOf = (access: Access): Record<string, readonly string[]>[] => {
  if (access === 'public' || access === 'link') return [];
  return [access === 'cookie' ? { refreshCookie: [] } : { bearer: [] }];
};

type Named = ReturnType<typeof jsonSchemas>;
interface Both {
  readonly sent: Named;
  readonly answered: Named;
}

function queryParameters(query: z.ZodType, { schemas, nameOf }: Named): Record<string, unknown>[] {
  const schema = resolved(reference(nameOf(query)), schemas);
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, value]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema: value },
  }));
}

function parametersOf(contract: Contract, { sent }: Both): Record<string, unknown>[] {
  const names = [...contract.call.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '');
  const takesKey = contract.call.method !== 'GET' && contract.idempotent !== false;
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(contract.query ? queryParameters(contract.query, sent) : []),
    ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function requestBodyOf(contract: Contract, { sent: { schemas, nameOf } }: Both): Record<string, unknown> | undefined {
  if (!contract.body) return undefined;
  const json = reference(nameOf(contract.body));
  const example = exampleOf(json, schemas, 'input');
  const files = Object.entries(contract.files ?? {});
  const properties = Object.fromEntries(
    files.map(([name, { kinds }]) => [name, { type: 'string', contentMediaType: 'application/octet-stream', description: `${kinds.join(', ')}; at most 5 MB` }]),
  );
  const own = resolved(json, schemas);
  const required = [...((own.required ?? []) as string[]), ...files.filter(([, file]) => file.required).map(([name]) => name)];
  const multipart = { type: 'object', properties: { ...(own.properties as object), ...properties }, ...(required.length > 0 ? { required } : {}) };
  const content = {
    ...(contract.media === 'multipart' ? {} : { 'application/json': { schema: json, examples: { usual: { value: example } } } }),
    ...(contract.media === 'multipart' || contract.media === 'either' ? { 'multipart/form-data': { schema: multipart, examples: { usual: { value: example } } } } : {}),
  };
  return { required: !contract.body.safeParse(undefined).success, content };
}

function answerOf(contract: Contract, { answered: { schemas, nameOf } }: Both): Record<string, unknown> {
  const { answer, produces, status } = contract;
  const empty = answer === undefined || answer._zod.def.type === 'undefined';
  const schema = empty ? undefined : reference(nameOf(answer));
  const isList = schema !== undefined && resolved(schema, schemas).type === 'array' && contract.query !== undefined;
  const headers = { ...requestIdHeader, ...(isList ? { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' }, Link: { $ref: '#/components/headers/Link' } } : {}) };
  const said = sentences[`${contract.call.method} ${contract.call.path}`];
  const example = schema && exampleOf(schema, schemas, 'output');
  const value = said && typeof example === 'object' ? { ...example, message: said } : example;
  const body = schema ? { 'application/json': { schema, examples: { usual: { value } } } } : undefined;
  const content = produces === undefined ? body : { [produces]: { schema: { type: 'string' } } };
  return { description: status === 204 ? 'Done' : contract.summary, headers, ...(content ? { content } : {}) };
}

function operationOf({ service, name, contract }: NamedContract, schemas: Both): Operation {
  if (contract.access === 'internal') throw new Error(`${contract.call.path} is internal.`);
  const requestBody = requestBodyOf(contract, schemas);
  const refused = refusalsOf(contract).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]);
  return {
    operationId: `${service}.${name}`,
    summary: contract.summary,
    description: accessWords[contract.access],
    tags: [service],
    security: securityOf(contract.access),
    parameters: parametersOf(contract, schemas),
    ...(requestBody ? { requestBody } : {}),
    responses: { [contract.status]: answerOf(contract, schemas), ...Object.fromEntries(refused) },
  };
}

const headers = {
  RequestId: { description: 'Names this request in the logs', schema: { type: 'string' } },
  TotalCount: { description: 'How many there are in all: exact to 10,000, then `10000+`', schema: { type: 'string', examples: ['128'] } },
  Link: { description: 'The next page, `rel="next"`, while there is one', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
};
const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Chosen by the caller: the same key and request give the first answer again and do nothing twice; another request with it is 422.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
    examples: { usual: { value: '4d6b7c1e-8f20-4a53-b1c9-70e2d5f3a684' } },
  },
};
const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in; it lives ten minutes.' },
  refreshCookie: { type: 'apiKey', in: 'cookie', name: 'tp_refresh', description: 'Set by a sign-in; `__Host-tp_refresh` on https.' },
};
const description =
  'Money is rupees with at most two decimals; nothing is rounded. Times are ISO 8601 in UTC, days are those of Asia/Kolkata. Lists take `limit`, `after`, `q` and `sort`; the page that follows is named by the `Link` header. Refusals are problem details.';

/** Makes the document from the very contracts that check the requests. */
export function openApiDocument(version: string): OpenApiDocument {
  const schemas: Both = { sent: jsonSchemas('input'), answered: jsonSchemas('output') };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const named of publicContracts) {
    const { method, path } = named.contract.call;
    const place = `/api${path.replace(/:([A-Za-z]+)/g, '{$1}')}`;
    paths[place] = { ...paths[place], [method.toLowerCase()]: operationOf(named, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Tradepost', version, description },
    servers: [{ url: '/' }],
    tags: Object.entries(services).map(([name, words]) => ({ name, description: words })),
    paths,
    components: { schemas: { Problem: problem, ...schemas.answered.schemas, ...schemas.sent.schemas }, responses: problemResponses(), headers, parameters, securitySchemes },
  };
}
