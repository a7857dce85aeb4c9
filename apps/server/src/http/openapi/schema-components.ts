import type { z } from 'zod';
import { type JsonSchema, toJsonSchema } from '../../operations/to-json-schema.ts';

/**
 * The shared schemas of an OpenAPI document. A zod schema with an `id` in its metadata becomes a component, and is
 * referenced wherever it occurs.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();

  /** Converts a schema, with references to shared schemas. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $defs, ...root } = referToComponents(toJsonSchema(schema, io));
    for (const [name, definition] of Object.entries($defs ?? {})) this.add(name, definition);
    return root;
  }

  /** Adds a schema under a name. */
  add(name: string, { id: _id, ...schema }: JsonSchema): void {
    this.#schemas.set(name, schema);
  }

  toJSON(): Record<string, JsonSchema> {
    return Object.fromEntries(this.#schemas);
  }
}

interface SchemaWithDefinitions extends JsonSchema {
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

const referToComponents = (schema: JsonSchema): SchemaWithDefinitions =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
