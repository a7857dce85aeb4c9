import { z } from 'zod';
import type { MediaType, Operation } from '../../operations/define-operation.ts';
import type { UploadOptions } from '../../operations/input-fields.ts';
import { type JsonSchema, toJsonSchema } from '../../operations/to-json-schema.ts';

type Json = Record<string, unknown>;

/** Describes the body of an operation in one of its media types. */
export function describeBody(operation: Operation, type: MediaType): Json {
  const schema = type === 'multipart/form-data' ? describeMultipart(operation) : describeJson(operation);
  const values = operation.examples.map(({ input }, index) => [`example${index + 1}`, { value: input }]);
  return { schema, examples: Object.fromEntries(values) };
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).optional(),
});

/** The schema of a JSON body. It cannot carry files, so the primary input is required where a file could replace it. */
function describeJson({ input, inputFields, primaryInput }: Operation): JsonSchema {
  const { properties, required = [], ...schema } = objectSchema.parse(toJsonSchema(input, 'input'));
  const uploads = inputFields.filter(({ upload }) => upload !== undefined).map(({ name }) => name);
  const kept = Object.entries(properties).filter(([name]) => !uploads.includes(name));
  const isPrimaryRequired =
    uploads.length > 0 && primaryInput !== undefined && !required.includes(primaryInput);
  const all = isPrimaryRequired ? [primaryInput, ...required] : required;
  return {
    ...schema,
    properties: Object.fromEntries(kept),
    ...(all.length === 0 ? {} : { required: all }),
  };
}

/** The schema of a multipart body: a text part for each field, and file parts for an upload. */
function describeMultipart({ inputFields, primaryInput }: Operation): JsonSchema {
  const properties: Json = {};
  for (const { name, schema, upload, description } of inputFields) {
    if (upload === undefined) {
      properties[name] = schema;
      continue;
    }
    const { part } = upload;
    const file = { type: 'string', format: 'binary' };
    properties[part] = { ...file, description };
    if (upload.isSingle) continue;
    properties[`0.${part}`] = {
      ...file,
      description: `First of several files that form one document; read only without ${primaryInput} and ${part}`,
    };
    properties[`1.${part}`] = { ...file, description: `Second file, and so on` };
  }
  const required = inputFields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...describeAlternatives(inputFields.find(({ upload }) => upload !== undefined)?.upload, primaryInput),
  };
}

/** A request has the primary input, the file, or several files, but not more than one of these. */
function describeAlternatives(upload: UploadOptions | undefined, primaryInput: string | undefined): Json {
  if (upload === undefined || primaryInput === undefined) return {};
  const { part, isSingle } = upload;
  const alternatives = [
    { required: [primaryInput], not: { required: [part] } },
    { required: [part], not: { required: [primaryInput] } },
  ];
  if (isSingle) return { oneOf: alternatives };
  return {
    oneOf: [
      ...alternatives,
      {
        anyOf: [{ required: [`0.${part}`] }, { required: [`1.${part}`] }],
        not: { anyOf: [{ required: [primaryInput] }, { required: [part] }] },
      },
    ],
  };
}
