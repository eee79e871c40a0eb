import { z } from 'zod';
import { modules, publicContracts } from './contracts.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { [key: string]: unknown };
type Direction = 'input' | 'output';

const refOf = (id: string): string => `#/components/schemas/${id}`;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
const serviceName = (service: string): string => service.split('-').map(capital).join('');

/** Names of the schemas that travel one way: those that services export by name, and one for each body, query or answer besides. */
function namesOf(direction: Direction): { registry: z.core.$ZodRegistry<{ id: string }>; names: Map<z.ZodType, string> } {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>();
  const name = (schema: z.ZodType, id: string): void => {
    if (names.has(schema)) return;
    names.set(schema, id);
    registry.add(schema, { id });
  };
  // What is both sent and answered has a name for each way, since the two may differ.
  const suffix = direction === 'input' ? 'Sent' : '';
  for (const [service, exported] of Object.entries(modules))
    for (const [key, value] of Object.entries(exported)) if (isSchema(value)) name(value, `${serviceName(service)}.${capital(key)}${/(Body|Query)$/.test(key) ? '' : suffix}`);
  for (const { service, name: call, contract } of publicContracts) {
    const of = `${serviceName(service)}.${capital(call)}`;
    if (direction === 'input' && contract.body) name(contract.body, `${of}Body`);
    if (direction === 'input' && contract.query) name(contract.query, `${of}Query`);
    if (direction === 'output' && contract.answer) name(contract.answer, `${of}Answer`);
  }
  return { registry, names };
}

/** The schemas that travel one way, and the name of each. */
export function jsonSchemas(direction: Direction): { schemas: Record<string, JsonSchema>; nameOf: (schema: z.ZodType) => string } {
  const { registry, names } = namesOf(direction);
  const { schemas } = z.toJSONSchema(registry, {
    io: direction,
    unrepresentable: 'any',
    uri: refOf,
    override({ zodSchema, jsonSchema }) {
      // Numbers that are judged by their source text are custom types; each is a number to the caller.
      if (zodSchema._zod.def.type === 'custom') jsonSchema.type ??= 'number';
    },
  });
  const plain = Object.entries(schemas).map(([id, { $id: _id, $schema: _schema, id: _name, ...schema }]) => [id, schema]);
  const nameOf = (schema: z.ZodType): string => {
    const id = names.get(schema);
    if (id === undefined) throw new Error('Only the schemas of the contracts have a name.');
    return id;
  };
  return { schemas: Object.fromEntries(plain), nameOf };
}

/** The schema behind a reference, or the schema itself. */
export function resolved(schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  const found = all[schema.$ref.slice(refOf('').length)];
  if (!found) throw new Error(`There is no schema ${schema.$ref}.`);
  return resolved(found, all);
}

/** A reference to a named schema. */
export const reference = (id: string): JsonSchema => ({ $ref: refOf(id) });
