import { type JsonSchema, resolved } from './json-schemas.ts';

/** What a field of this name holds in every example; the person and the figures are made up. */
const byName: Readonly<Record<string, unknown>> = {
  _id: '01983f2a-5c1e-7b3d-9a44-2f6e8c0d1b57',
  id: '01983f2a-5c1e-7b3d-9a44-2f6e8c0d1b57',
  userId: 'TP000123',
  name: 'Asha Rao',
  userName: 'Asha Rao',
  email: 'asha.rao@example.com',
  phone: '9876543210',
  dob: '1990-01-15',
  gender: 'female',
  address: '12 Fort Road, Pune 411001',
  password: 'Marigold-Tram-42',
  current: 'Marigold-Tram-42',
  next: 'Indigo-Ferry-17',
  temporaryPassword: 'kite-lemon-harbour-31',
  role: '2',
  status: true,
  state: 'active',
  amount: 50_000,
  totalfund: 125_000,
  heldFund: 20_000,
  availableFund: 105_000,
  note: 'Bank transfer',
  reason: 'Please check your bank details',
  bankName: 'Sample Bank',
  ifsc: 'SMPL0001234',
  symbol: 'RELIANCE',
  stockQuantity: 10,
  openPrice: 1_450.5,
  closePrice: 1_471,
  profit: 205,
  computedProfit: 205,
  lastPrice: 1_471,
  version: 3,
  seq: 12,
  deed: 'approved',
  device: 'Chrome on Android',
  subject: 'Support',
  symbols: 'RELIANCE,TCS',
  changes: '+20.50 (+1.41%)',
  upiId: 'tradepost@examplebank',
  token: 'eyJhbGciOiJFUzI1NiJ9.example.signature',
  openapi: '3.1.1',
  fields: ['address'],
};
/** What differs between the two ways: numbers are sent whole and answered masked. */
const sentByName: Readonly<Record<string, unknown>> = {
  message: 'How long does a withdrawal take?',
  pancard: 'ABCPE1234F',
  aadharcard: '999941057058',
  accountNumber: '501000004821',
  version: 3,
};
const answeredByName: Readonly<Record<string, unknown>> = { pancard: '•••• 234F', aadharcard: '•••• 7058', accountNumber: '•••• 4821', image: '/api/files/a-signed-link' };
const time = '2026-11-20T04:15:00.000Z';

const typesOf = (schema: JsonSchema): readonly unknown[] => (Array.isArray(schema.type) ? schema.type : [schema.type]);

/** Whether a value could stand where the schema is, by its type and words alone. */
function fits(value: unknown, schema: JsonSchema): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return typesOf(schema).some((one) => one === type || (one === 'integer' && Number.isInteger(value)));
}

/** For a text with a pattern the first of these that fits. */
const texts: readonly string[] = ['Example', 'example', '1', '/help/prices'];

function textOf(name: string, schema: JsonSchema): string {
  if (schema.format === 'date') return '1990-01-15';
  if (schema.format === 'date-time' || /(At|_at|timestamp|now)$/.test(name)) return time;
  if (schema.format === 'email') return 'asha.rao@example.com';
  if (schema.format === 'uri') return 'https://example.com/';
  const { pattern } = schema;
  return (typeof pattern === 'string' ? texts.find((text) => new RegExp(pattern).test(text)) : undefined) ?? 'Example';
}

function objectOf(schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>, direction: 'input' | 'output'): Record<string, unknown> {
  const entries = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(entries.map(([key, value]) => [key, exampleOf(value, all, direction, key)]));
}

function listOf(schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>, direction: 'input' | 'output', name: string): unknown[] {
  const least = typeof schema.minItems === 'number' ? schema.minItems : 1;
  // A tuple says each of its places; a list says one for all.
  const places = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonSchema[]) : Array.from({ length: Math.max(1, least) }, () => (schema.items ?? {}) as JsonSchema);
  return places.map((place) => exampleOf(place, all, direction, name));
}

/** An example for a schema: by the name of the field where the name says it, else by its type. Of several forms the first that is not null. */
export function exampleOf(given: JsonSchema, all: Readonly<Record<string, JsonSchema>>, direction: 'input' | 'output', name = ''): unknown {
  const schema = resolved(given, all);
  const named = (direction === 'input' ? sentByName : answeredByName)[name] ?? byName[name];
  const forms = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (forms) {
    const known = forms.map((form) => resolved(form, all)).filter(({ type }) => type !== 'null');
    return named !== undefined && known.some((form) => fits(named, form)) ? named : exampleOf(known[0] ?? {}, all, direction, name);
  }
  if (named !== undefined && fits(named, schema)) return named;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const [type] = typesOf(schema);
  if (type === 'object') return objectOf(schema, all, direction);
  if (type === 'array') return listOf(schema, all, direction, name.replace(/s$/, ''));
  if (type === 'null') return null;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return typeof schema.default === 'number' ? schema.default : typeof schema.minimum === 'number' ? Math.max(1, schema.minimum) : 1;
  return typeof schema.default === 'string' ? schema.default : textOf(name, schema);
}
