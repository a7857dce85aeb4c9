import { z } from 'zod';

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Converts a zod schema to JSON Schema, including the metadata of its fields.
 *
 * @param io whether the schema describes values before (`input`) or after (`output`) defaults and transforms
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json;
}
