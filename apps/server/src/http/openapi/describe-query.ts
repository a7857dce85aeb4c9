import { z } from 'zod';
import type { SchemaComponents } from './schema-components.ts';

type Json = Record<string, unknown>;

/** The parts of the JSON schema of an object that parameters are described from. */
const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

/** Describes the query parameters of an endpoint. A field that is an object has parameters such as `metadata[name]`. */
export function describeQuery(query: z.ZodType, schemas: SchemaComponents): Json[] {
  const { properties, required } = objectSchema.parse(schemas.convert(query, 'input'));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema,
    ...(description === undefined ? {} : { description }),
  }));
}

/** Describes the `id` in a path. */
export const idParameter = (description: string): Json => ({
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description,
});

/** Describes the JSON body of an endpoint. */
export function describeJsonBody(body: z.ZodType, schemas: SchemaComponents): Json {
  const schema = schemas.convert(body, 'input');
  return {
    required: objectSchema.parse(schema).required.length > 0,
    content: { 'application/json': { schema } },
  };
}
