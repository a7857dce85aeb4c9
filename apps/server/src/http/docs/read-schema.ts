import { z } from 'zod';
import type { JsonSchema } from '../../operations/to-json-schema.ts';

const anySchema = z.record(z.string(), z.unknown());

/** The members of a JSON Schema that the reference shows. */
const schemaSchema = z.object({
  type: z.string().optional(),
  description: z.string().default(''),
  default: z.unknown().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  items: anySchema.optional(),
  anyOf: z.array(anySchema).optional(),
});

/** See `readSchema`. */
export type Schema = z.output<typeof schemaSchema>;

/** Reads the members of a JSON Schema that the reference shows. */
export const readSchema = (schema: JsonSchema): Schema => schemaSchema.parse(schema);

/** The fields of an object. */
export const objectSchema = z.looseObject({
  properties: z.record(z.string(), anySchema).default({}),
  required: z.array(z.string()).default([]),
});
