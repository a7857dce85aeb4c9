import { quoteValue, ServiceError } from '../../errors/service-error.ts';
import type { MultipartPart, UploadedFile } from '../define-operation.ts';
import { decodeTextPart } from './decode-text-part.ts';
import { contentBytesMax } from './schema.ts';

const textParts = ['content', 'targetLanguage', 'maxLength'];
const indexedFile = /^(\d{1,3})\.file$/;

/**
 * The parts of the form as input. What a browser sends for an input that nobody filled (an empty text, a file
 * without name and bytes) counts as not given. `0.file`, `1.file` … are never rejected: they are the document,
 * in the order of their index, when neither `content` nor `file` is there, and not looked at otherwise. Throws
 * `invalid_parameters` for a part that comes twice or is of the wrong kind, `file_too_large`.
 */
export function parseMultipartInput(parts: readonly MultipartPart[]): Record<string, unknown> {
  const named = firstOfEachName(parts);
  const input = new Map<string, unknown>();
  for (const [name, part] of named) {
    if (name === 'file') input.set('files', [readFile(part)]);
    else if (textParts.includes(name)) input.set(name, readText(part));
    else if (!indexedFile.test(name)) input.set(name, part.filename === undefined ? 'a text' : 'a file');
  }
  if (!input.has('content') && !input.has('files')) {
    const files = indexedParts(named).map(readDocument);
    if (files.length > 0) input.set('files', files);
    // An empty content with nothing beside it is worth its own message.
    else if (parts.some((part) => part.name === 'content')) input.set('content', '');
  }
  return Object.fromEntries(input);
}

function firstOfEachName(parts: readonly MultipartPart[]): ReadonlyMap<string, MultipartPart> {
  const named = new Map<string, MultipartPart>();
  for (const part of parts) {
    const { name } = part;
    if (isUnfilled(part)) continue;
    if (!named.has(name)) named.set(name, part);
    else if (!indexedFile.test(name)) throw invalid(`the part ${quoteValue(name)} comes twice`);
  }
  return named;
}

const isUnfilled = ({ name, filename, bytes }: MultipartPart): boolean =>
  bytes.length === 0 &&
  (filename === undefined || filename === '') &&
  (name === 'file' || textParts.includes(name) || indexedFile.test(name));

function readText(part: MultipartPart): string | number {
  const { name, filename } = part;
  if (filename !== undefined) throw invalid(`${name}: must be a text part, not a file; for a file use file`);
  const text = decodeTextPart(sized(part));
  return name === 'maxLength' && /^\s*-?\d{1,20}\s*$/.test(text) ? Number(text) : text;
}

function readFile(part: MultipartPart): UploadedFile {
  const { filename, bytes } = sized(part);
  if (filename !== undefined) return { name: filename, bytes };
  throw invalid('file: must be a file part (with a filename), not a text part; for text use content');
}

/** A part of a document, which may have come as a text: that is a TXT file, in UTF-8 unless it says otherwise. */
function readDocument(part: MultipartPart): UploadedFile {
  const { name, filename, bytes, charset } = sized(part);
  if (filename !== undefined) return { name: filename, bytes };
  return { name, bytes: /^utf-?8$/i.test(charset) ? bytes : Buffer.from(decodeTextPart(part)) };
}

function indexedParts(named: ReadonlyMap<string, MultipartPart>): MultipartPart[] {
  return [...named.values()]
    .flatMap((part) => {
      const index = indexedFile.exec(part.name)?.[1];
      return index === undefined ? [] : [{ index: Number(index), part }];
    })
    .sort((left, right) => left.index - right.index)
    .map(({ part }) => part);
}

/** The part, if it has no more bytes than a file may have. */
function sized(part: MultipartPart): MultipartPart {
  if (part.bytes.length <= contentBytesMax) return part;
  throw new ServiceError(
    'file_too_large',
    `the part ${quoteValue(part.name)} has over ${contentBytesMax} bytes, which is as many as it may have`,
  );
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameters', message);
