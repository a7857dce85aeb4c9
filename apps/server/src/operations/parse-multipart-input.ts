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
 * A list of texts is one part with a JSON array or items separated by commas, or several parts of the same name.
 *
 * An empty text part, and a file part without name and bytes, count as absent: browsers send them for inputs that are
 * not filled in. Parts named `0.<part>`, `1.<part>`, and so on are the files of an upload field in that order, but only
 * if neither the upload itself nor the primary input is present; otherwise they are ignored. An upload of a single file
 * has no such parts.
 *
 * @throws ServiceError `invalid_parameters` for a repeated part, a file in place of a text, or a text in place of a
 *   file; `file_too_large`
 */
export function parseMultipartInput(
  format: MultipartInputFormat,
  parts: readonly MultipartPart[],
): Record<string, unknown> {
  const reader = new MultipartInputReader(format);
  const input = reader.readNamedParts(parts);
  if (!reader.hasSource(input)) reader.readIndexedFiles(parts, input);
  return Object.fromEntries(input);
}

/** The raw input, by field. A map, since a part can have any name, such as `__proto__`. */
type RawInput = Map<string, unknown>;

class MultipartInputReader {
  readonly #primaryInput: string | undefined;
  /** The upload field, and the name of its part. */
  readonly #upload: { readonly name: string; readonly part: string; readonly isSingle: boolean } | undefined;
  readonly #textFields = new Map<string, InputField>();
  readonly #bytesMax: number;

  constructor(format: MultipartInputFormat) {
    this.#primaryInput = format.primaryInput;
    this.#bytesMax = partBytesMax(format);
    for (const field of format.inputFields) {
      if (field.upload === undefined) this.#textFields.set(field.name, field);
      else {
        const { part, isSingle = false } = field.upload;
        this.#upload ??= { name: field.name, part, isSingle };
      }
    }
  }

  /** Reads all parts except the indexed files. */
  readNamedParts(parts: readonly MultipartPart[]): RawInput {
    const input: RawInput = new Map();
    const names = new Set<string>();
    for (const part of parts) {
      const { name } = part;
      if (this.#indexOf(name) !== undefined) continue;
      const field = this.#textFields.get(name);
      const isUpload = name === this.#upload?.part;
      if ((field !== undefined || isUpload) && isEmpty(part)) continue;
      if (field?.isTextList) {
        input.set(name, readList(input.get(name)).concat(readItems(part)));
        continue;
      }
      if (names.has(name)) throw invalidParameters(`the part ${quoteValue(name)} is sent twice`);
      names.add(name);
      if (field !== undefined) input.set(name, readText(this.#checkSize(part), field));
      else if (isUpload) input.set(this.#upload?.name ?? name, [this.#readFile(this.#checkSize(part))]);
      else input.set(name, part.filename === undefined ? 'a text' : 'a file');
    }
    return input;
  }

  /** Returns whether the primary input or the upload is present, so that indexed files are ignored. */
  hasSource(input: RawInput): boolean {
    const names = [this.#primaryInput, this.#upload?.name];
    return names.some((name) => name !== undefined && input.has(name));
  }

  /** Adds the indexed files, in the order of their indexes; of several parts with the same name, the first. */
  readIndexedFiles(parts: readonly MultipartPart[], input: RawInput): void {
    if (this.#upload === undefined) return;
    const indexed = new Map<string, { readonly index: number; readonly part: MultipartPart }>();
    for (const part of parts) {
      const index = this.#indexOf(part.name);
      if (index === undefined || isEmpty(part) || indexed.has(part.name)) continue;
      indexed.set(part.name, { index, part });
    }
    const files = [...indexed.values()]
      .sort((left, right) => left.index - right.index)
      .map(({ part }) => readIndexedFile(this.#checkSize(part)));
    if (files.length > 0) input.set(this.#upload.name, files);
    // If nothing else was sent, an empty primary input gets the message about its content, not about its absence.
    else if (this.#primaryInput !== undefined && parts.some(({ name }) => name === this.#primaryInput)) {
      input.set(this.#primaryInput, '');
    }
  }

  /** Returns the index of a part named `<index>.<part>`; undefined for any other name. */
  #indexOf(name: string): number | undefined {
    const [, index, part] = /^(\d{1,3})\.(.+)$/.exec(name) ?? [];
    if (part === undefined || part !== this.#upload?.part || this.#upload.isSingle) return undefined;
    return Number(index);
  }

  #readFile({ name, filename, bytes }: MultipartPart): UploadedFile {
    if (filename !== undefined) return { name: filename, bytes };
    const hint = this.#primaryInput === undefined ? '' : `; send text as ${this.#primaryInput}`;
    throw invalidParameters(`${name}: must be a file part (with a filename), not a text part${hint}`);
  }

  #checkSize(part: MultipartPart): MultipartPart {
    if (part.bytes.length <= this.#bytesMax) return part;
    throw new ServiceError(
      'file_too_large',
      `the part ${quoteValue(part.name)} has more than ${this.#bytesMax} bytes, the maximum of one part`,
    );
  }
}

/** Whether a browser sent the part for an input that is not filled in. */
const isEmpty = ({ filename, bytes }: MultipartPart): boolean =>
  bytes.length === 0 && (filename === undefined || filename === '');

const integerText = /^\s*-?\d{1,20}\s*$/;
const numberText = /^\s*-?\d{1,20}(?:\.\d{1,20})?\s*$/;
const booleanText = /^\s*(?:true|false)\s*$/;

/** Maximum size of a part of a list, in bytes. */
const listBytesMax = 16 * 1024;

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The items of a part of a list: those of a JSON array, else the texts between commas. */
function readItems(part: MultipartPart): readonly unknown[] {
  if (part.bytes.length > listBytesMax)
    throw invalidParameters(`${part.name}: has more than ${listBytesMax} bytes, the maximum of a list`);
  const text = decodeText(part).trim();
  if (text.startsWith('[')) {
    try {
      return readList(JSON.parse(text));
    } catch {
      throw invalidParameters(`${part.name}: is not a JSON array (it is ${quoteValue(text)})`);
    }
  }
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function decodeText(part: MultipartPart): string {
  if (part.filename !== undefined) throw invalidParameters(`${part.name}: must be a text part, not a file`);
  return decodeTextPart(part);
}

/** The value of a text part. Text that does not match the field's type stays text, which the schema rejects. */
function readText(part: MultipartPart, { type }: InputField): string | number | boolean {
  const text = decodeText(part);
  if (type === 'integer' && integerText.test(text)) return Number(text);
  if (type === 'number' && numberText.test(text)) return Number(text);
  if (type === 'boolean' && booleanText.test(text)) return text.trim() === 'true';
  return text;
}

/** An indexed file. One sent as a text part is a text file, converted to UTF-8 from the charset it declares. */
function readIndexedFile(part: MultipartPart): UploadedFile {
  const { name, filename, bytes, charset } = part;
  if (filename !== undefined) return { name: filename, bytes };
  return { name, bytes: /^utf-?8$/i.test(charset) ? bytes : Buffer.from(decodeTextPart(part)) };
}
