import { type FileType, hasPdfHeader, sniffFileType } from '@quern/runtime/sniff-file-type';
import { openZip } from './archive/open-zip.ts';
import { openCompoundFile } from './compound/open-compound-file.ts';
import { detectTextFormat } from './detection/detect-text-format.ts';
import { passwordError } from './encryption/password-error.ts';
import { DocumentError } from './errors/document-error.ts';
import type { DocumentFormat } from './model/document-content.ts';
import { readableFormats } from './text/readable-formats.ts';

/** Folders of the parts of Office Open XML packages (ECMA-376 part 1, 11.2, 12.2, 13.2). */
const officeFolders: readonly (readonly [folder: string, format: DocumentFormat])[] = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
];

/** Media types that archives state in their first file (OpenDocument 1.3 part 2, 3.3; EPUB 3.3, 4.2.3). */
const mediaTypes: readonly (readonly [pattern: RegExp, format: DocumentFormat])[] = [
  [/^application\/vnd\.oasis\.opendocument\.text(?:-template|-master)?$/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/, 'odp'],
  [/^application\/epub\+zip$/, 'epub'],
];
const mediaTypeBytesMax = 256;

/**
 * Detects the format of a document by its content, never by a name.
 *
 * @throws DocumentError `unsupported` for other formats, `encrypted` for encrypted Office files, `unreadable` for damaged archives
 */
export function detectDocumentFormat(bytes: Uint8Array): DocumentFormat {
  if (hasPdfHeader(bytes)) return 'pdf';
  const type = sniffFileType(bytes);
  switch (type) {
    case 'zip':
      return archiveFormat(bytes);
    case 'ole':
      return compoundFileFormat(bytes);
    case 'rtf':
      return 'rtf';
    case 'svg':
      throw new DocumentError('unsupported', 'This is an SVG drawing: save it as PDF or PNG.');
    default:
      return type === undefined ? detectTextFormat(bytes) : binaryFormat(type, bytes);
  }
}

/** Images, whose text can be recognized. */
const imageTypes: ReadonlySet<FileType> = new Set([
  'png',
  'jpeg',
  'gif',
  'webp',
  'tiff',
  'bmp',
  'avif',
  'heif',
  'ico',
  'pnm',
] as const);

/** Kinds of other files, for messages. */
const otherTypes: Readonly<Partial<Record<FileType, string>>> = {
  gzip: 'a gzip archive',
  '7z': 'a 7-Zip archive',
  rar: 'a RAR archive',
  mp4: 'a video or audio file',
  mp3: 'an audio file',
  ogg: 'an audio or video file',
  woff: 'a font',
  elf: 'a program',
  exe: 'a program',
  class: 'a program',
};

function binaryFormat(type: FileType, bytes: Uint8Array): DocumentFormat {
  // Texts may begin with the letters of these signatures.
  if (type !== 'gzip' && isPlainAscii(bytes))
    return type === 'pnm' && hasImageSize(bytes) ? 'image' : detectTextFormat(bytes);
  if (imageTypes.has(type)) return 'image';
  const kind = otherTypes[type] ?? 'no document';
  throw new DocumentError(
    'unsupported',
    `The file is ${kind}. Formats that can be read: ${readableFormats}.`,
  );
}

/** Whether the first bytes are printable. */
function isPlainAscii(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 256).every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13));
}

/** Netpbm images in text form have their size after the signature. */
function hasImageSize(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  return /^P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s/.test(head);
}

function archiveFormat(bytes: Uint8Array): DocumentFormat {
  const archive = openZip(bytes);
  const stated = archive.names.includes('mimetype')
    ? (archive.read('mimetype', mediaTypeBytesMax)?.toString('latin1').trim() ?? '')
    : '';
  const format =
    mediaTypes.find(([pattern]) => pattern.test(stated))?.[1] ??
    officeFolders.find(([folder]) => archive.names.some((name) => name.startsWith(folder)))?.[1];
  if (format !== undefined) return format;
  if (archive.names.includes('META-INF/container.xml')) return 'epub';
  if (archive.names.some((name) => /^Index\/.*\.iwa$/.test(name) || name === 'Index.zip'))
    throw new DocumentError(
      'unsupported',
      'This is a Pages, Numbers or Keynote document: export it as PDF, DOCX, XLSX or PPTX.',
    );
  // Packages of other programs consist of parts that mean nothing alone (ECMA-376 part 2, 7.2.3).
  if (archive.names.includes('[Content_Types].xml'))
    throw new DocumentError(
      'unsupported',
      'The file is a package of a program, not a document or an archive.',
    );
  return 'zip';
}

/** Streams that identify the formats of compound files ([MS-DOC] 2.1, [MS-XLS] 2.1.1, [MS-PPT] 2.1, [MS-OXMSG] 2.1). */
const compoundStreams: readonly (readonly [stream: string, format: DocumentFormat])[] = [
  ['WordDocument', 'doc'],
  ['PowerPoint Document', 'ppt'],
  ['__properties_version1.0', 'msg'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
];

function compoundFileFormat(bytes: Uint8Array): DocumentFormat {
  const { streamNames } = openCompoundFile(bytes);
  const names = new Set(streamNames.map((name) => name.toLowerCase()));
  const has = (name: string) => names.has(name.toLowerCase());
  const format = compoundStreams.find(([stream]) => has(stream))?.[1];
  if (format !== undefined) return format;
  // [MS-OFFCRYPTO] 2.3.4.4.
  if (has('EncryptedPackage')) throw passwordError(undefined);
  throw new DocumentError(
    'unsupported',
    'This is a binary file of an old program: save it as DOCX, XLSX, PPTX or PDF.',
  );
}
