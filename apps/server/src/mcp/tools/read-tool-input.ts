import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import type { InputField } from '../../operations/input-fields.ts';
import type { JsonSchema } from '../../operations/to-json-schema.ts';
import type { UploadedFile } from '../../operations/uploaded-file.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { validateInput } from '../../validation/validate-input.ts';

/** Maximum size of the files of one call, in bytes. As Base64, they fit into a message of 16 MiB. */
export const encodedFilesBytesMax = 11 * 1024 * 1024;
const filesMax = 100;
const nameLengthMax = 255;
/** Base64 (RFC 4648, section 4) has four characters for three bytes. */
const charactersPerGroup = 4;
const bytesPerGroup = 3;

/** The argument of a tool that receives files. */
export interface FileArgument {
  readonly name: string;
  readonly field: InputField;
  readonly isSingle: boolean;
  /** Maximum size of a file in bytes. */
  readonly bytesMax: number;
}

/** Returns the argument that receives the files of an operation; undefined if the operation takes none. */
export function findFileArgument({ inputFields }: Pick<Operation, 'inputFields'>): FileArgument | undefined {
  const field = inputFields.find(({ upload }) => upload !== undefined);
  if (field?.upload === undefined) return undefined;
  const { part, bytesMax, isSingle = false } = field.upload;
  return {
    name: isSingle ? part : field.name,
    field,
    isSingle,
    bytesMax: Math.min(bytesMax, encodedFilesBytesMax),
  };
}

/** Describes the argument of a tool that receives files. */
export function describeFileArgument({ field, isSingle, bytesMax }: FileArgument): JsonSchema {
  const file = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: nameLengthMax, description: 'Name of the file' },
      data: {
        type: 'string',
        contentEncoding: 'base64',
        description: `Content as Base64, of at most ${bytesMax} bytes when decoded`,
      },
    },
    required: ['data'],
    additionalProperties: false,
  };
  const { description } = field;
  return isSingle
    ? { ...file, description }
    : { type: 'array', items: file, minItems: 1, maxItems: filesMax, description };
}

const encodedFile = z.strictObject({
  name: z.string().max(nameLengthMax).default('file'),
  data: z.string({ error: 'must be the content as Base64' }),
});

/**
 * Converts the arguments of a tool to the raw input of its operation, which the operation validates. Files are decoded.
 *
 * @param countBytes called with the size of each decoded file
 * @throws ServiceError `invalid_parameters` if a file is not Base64, `file_too_large`
 */
export function readToolInput(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  countBytes: CountBytes,
): unknown {
  const argument = findFileArgument(operation);
  if (argument === undefined || !Object.hasOwn(args, argument.name)) return args;
  const { [argument.name]: value, ...others } = args;
  const input = validateInput(
    z.object({
      [argument.name]: argument.isSingle ? encodedFile : z.array(encodedFile).min(1).max(filesMax),
    }),
    { [argument.name]: value },
  );
  const encoded = z.array(encodedFile).parse([input[argument.name]].flat());
  return { ...others, [argument.field.name]: encoded.map((file) => decodeFile(file, argument, countBytes)) };
}

function decodeFile(
  { name, data }: z.output<typeof encodedFile>,
  argument: FileArgument,
  countBytes: CountBytes,
): UploadedFile {
  const text = /[\r\n]/.test(data) ? data.replaceAll(/[\r\n]+/g, '') : data;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const size = Math.floor(((text.length - padding) * bytesPerGroup) / charactersPerGroup);
  if (size > argument.bytesMax) {
    throw new ServiceError(
      'file_too_large',
      `${argument.name}: the file has ${size} bytes; the maximum is ${argument.bytesMax}`,
    );
  }
  countBytes(size);
  const bytes = Buffer.from(text, 'base64');
  // The decoder skips characters that are not Base64.
  if (bytes.length !== size) {
    throw new ServiceError(
      'invalid_parameters',
      `${argument.name}: data is not Base64; send the content of the file itself, or its address as a URL where the tool accepts one`,
    );
  }
  return { name, bytes };
}
