import { quoteValue } from '../errors/quote-value.ts';
import { invalidParameters, ServiceError } from '../errors/service-error.ts';
import { decodeTextPart } from './decode-text-part.ts';
import type { InputField } from './input-fields.ts';
import type { MultipartPart, UploadedFile } from './uploaded-file.ts';

/** The properties of an operation that determine how a multipart body is read. */
export interface MultipartInputFormat {
  readonly inputFields: readonly InputField[];
  readonly primaryInput?: string;
}

/** Default maximum size of one part, for an operation without uploads: 10 MiB. */
const partBytesMaxDefault = 10 * 1024 * 1024;

/** Returns the maximum size of one part of an operation's multipart body, in bytes. */
export const partBytesMax = ({ inputFields }: Pick<MultipartInputFormat, 'inputFields'>): number =>
  inputFields.find(({ upload }) => upload !== undefined)?.upload?.bytesMax ?? partBytesMaxDefault;

/**
 * Converts the parts of a multipart body to the raw input of an operation, as its schema expects it. Unknown parts
 * become unknown fields, which the schema rejects.
 *
 * An empty text part, and a file part without name and bytes, count as absent: browsers send them for inputs that are
 * not filled in. Parts named `0.<part>`, `1.<part>`, and so on are the files of an upload field in that order, but only
 * if neither the upload itself nor the primary input is present; otherwise they are ignored.
 *
 * @throws ServiceError `invalid_parameters` for a repeated part, a file in place of a text, or a text in place of a
 *   file; `file_too_large`
 */
export function parseMultipartInput(
  format: MultipartInputFormat,
  parts: readonly MultipartPart[],
): Record<string, unknown> {
  const bytesMax = partBytesMax(format);
  const upload = format.inputFields.find((field) => field.upload !== undefined);
  const uploadPart = upload?.upload?.part;
  const indexOf: IndexOf = (name) => {
    const [, index, part] = /^(\d{1,3})\.(.+)$/.exec(name) ?? [];
    return part !== undefined && part === uploadPart ? Number(index) : undefined;
  };
  const texts = new Map(
    format.inputFields.filter((field) => field !== upload).map((field) => [field.name, field]),
  );
  const isKnown = (name: string): boolean =>
    name === uploadPart || texts.has(name) || indexOf(name) !== undefined;
  const present = parts.filter((part) => !(isKnown(part.name) && isEmpty(part)));
  const named = firstByName(present, indexOf);
  const input = new Map<string, unknown>();
  for (const [name, part] of named) {
    const field = texts.get(name);
    if (field !== undefined) input.set(name, readText(checkSize(part, bytesMax), field));
    else if (name === uploadPart && upload !== undefined) {
      input.set(upload.name, [readFile(checkSize(part, bytesMax), format.primaryInput)]);
    } else if (!isKnown(name)) input.set(name, part.filename === undefined ? 'a text' : 'a file');
  }
  const { primaryInput } = format;
  const hasPrimary = primaryInput !== undefined && input.has(primaryInput);
  if (upload !== undefined && !hasPrimary && !input.has(upload.name)) {
    const files = sortByIndex(named, indexOf).map((part) => readDocument(checkSize(part, bytesMax)));
    if (files.length > 0) input.set(upload.name, files);
    // If nothing else was sent, an empty primary input gets the message about its content, not about its absence.
    else if (primaryInput !== undefined && parts.some((part) => part.name === primaryInput)) {
      input.set(primaryInput, '');
    }
  }
  return Object.fromEntries(input);
}

/** Returns the index of a part named `<index>.<part>`; undefined for any other name. */
type IndexOf = (name: string) => number | undefined;

/** Whether a browser sent the part for an input that is not filled in. */
const isEmpty = ({ filename, bytes }: MultipartPart): boolean =>
  bytes.length === 0 && (filename === undefined || filename === '');

function firstByName(parts: readonly MultipartPart[], indexOf: IndexOf): ReadonlyMap<string, MultipartPart> {
  const named = new Map<string, MultipartPart>();
  for (const part of parts) {
    const { name } = part;
    if (!named.has(name)) named.set(name, part);
    else if (indexOf(name) === undefined)
      throw invalidParameters(`the part ${quoteValue(name)} is sent twice`);
  }
  return named;
}

const integerText = /^\s*-?\d{1,20}\s*$/;
const numberText = /^\s*-?\d{1,20}(?:\.\d{1,20})?\s*$/;

/** The value of a text part. Text that does not match the field's type stays text, which the schema rejects. */
function readText(part: MultipartPart, { type }: InputField): string | number | boolean {
  const { name, filename } = part;
  if (filename !== undefined) throw invalidParameters(`${name}: must be a text part, not a file`);
  const text = decodeTextPart(part);
  if (type === 'integer' && integerText.test(text)) return Number(text);
  if (type === 'number' && numberText.test(text)) return Number(text);
  if (type === 'boolean' && /^\s*(?:true|false)\s*$/.test(text)) return text.trim() === 'true';
  return text;
}

function readFile({ name, filename, bytes }: MultipartPart, primaryInput: string | undefined): UploadedFile {
  if (filename !== undefined) return { name: filename, bytes };
  const hint = primaryInput === undefined ? '' : `; send text as ${primaryInput}`;
  throw invalidParameters(`${name}: must be a file part (with a filename), not a text part${hint}`);
}

/** An indexed file. One sent as a text part is a text file, converted to UTF-8 from the charset it declares. */
function readDocument(part: MultipartPart): UploadedFile {
  const { name, filename, bytes, charset } = part;
  if (filename !== undefined) return { name: filename, bytes };
  return { name, bytes: /^utf-?8$/i.test(charset) ? bytes : Buffer.from(decodeTextPart(part)) };
}

function sortByIndex(named: ReadonlyMap<string, MultipartPart>, indexOf: IndexOf): MultipartPart[] {
  return [...named.values()]
    .flatMap((part) => {
      const index = indexOf(part.name);
      return index === undefined ? [] : [{ index, part }];
    })
    .sort((left, right) => left.index - right.index)
    .map(({ part }) => part);
}

function checkSize(part: MultipartPart, bytesMax: number): MultipartPart {
  if (part.bytes.length <= bytesMax) return part;
  throw new ServiceError(
    'file_too_large',
    `the part ${quoteValue(part.name)} has more than ${bytesMax} bytes, the maximum of one part`,
  );
}
