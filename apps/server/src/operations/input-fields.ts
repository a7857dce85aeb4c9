import { z } from 'zod';
import { type JsonSchema, toJsonSchema } from './to-json-schema.ts';

/**
 * A field of an operation's input, as its zod schema describes it. JSON bodies, multipart parts, the forms of the
 * documentation and the options of the command line are derived from these.
 */
export interface InputField {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'other';
  /** Whether the value is a list of strings, which a form may write as items separated by commas. */
  readonly isTextList: boolean;
  /** JSON Schema of the field's value. */
  readonly schema: JsonSchema;
  /** Defined for a field that receives uploaded files, which only a multipart body can carry. */
  readonly upload: UploadOptions | undefined;
}

/** How a field receives files. */
export interface UploadOptions {
  /** Name of the part that carries the file. Several files are sent as `0.<part>`, `1.<part>`, and so on. */
  readonly part: string;
  /** Maximum size of each file, and of every other part of the body, in bytes. */
  readonly bytesMax: number;
  /** Whether only one file can be sent; default: false. */
  readonly isSingle?: boolean | undefined;
}

/** Key of the JSON Schema extension that marks a field as an upload. */
const uploadKey = 'x-upload';
const uploadSchema = z.object({
  part: z.string(),
  bytesMax: z.int(),
  isSingle: z.boolean().optional(),
});
const uploadedFile = z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) });

/**
 * Schema of a field that receives one or more uploaded files. It is an alternative to the operation's primary input:
 * a request has exactly one of the two.
 */
export const uploadField = (options: UploadOptions) =>
  z
    .array(uploadedFile)
    .min(1)
    .meta({ [uploadKey]: options });

/** Lists the fields of an input schema, in the order of their declaration. */
export function readInputFields(input: z.ZodType): readonly InputField[] {
  const { properties, required } = objectSchema.parse(toJsonSchema(input, 'input'));
  return Object.entries(properties).map(([name, property]) => {
    const { [uploadKey]: upload, ...schema } = property;
    return {
      name,
      description: typeof schema['description'] === 'string' ? schema['description'] : '',
      isRequired: required.includes(name),
      type: fieldTypes.find((type) => type === schema['type']) ?? 'other',
      isTextList: textListSchema.safeParse(schema).success,
      schema,
      upload: upload === undefined ? undefined : uploadSchema.parse(upload),
    };
  });
}

const fieldTypes = ['string', 'integer', 'number', 'boolean'] as const;

const textListSchema = z.looseObject({
  type: z.literal('array'),
  items: z.looseObject({ type: z.literal('string') }),
});

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});
