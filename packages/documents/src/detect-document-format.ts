import { hasPdfHeader, sniffFileType } from '@quern/runtime/sniff-file-type';
import { openZip } from './archive/open-zip.ts';
import { DocumentError } from './errors/document-error.ts';
import type { DocumentFormat } from './model/document-content.ts';

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
  switch (sniffFileType(bytes)) {
    case 'zip':
      return archiveFormat(bytes);
    case 'ole':
      throw compoundFileError(bytes);
    case 'rtf':
      return 'rtf';
    default:
      return 'txt';
  }
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
  throw new DocumentError(
    'unsupported',
    'The file is a ZIP archive but no document: send the documents inside it one by one.',
  );
}

/** Encrypted Office files are compound files with a stream of this name ([MS-OFFCRYPTO] 2.3.4.4). */
function compoundFileError(bytes: Uint8Array): DocumentError {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  );
  return isEncrypted
    ? new DocumentError('encrypted', 'The document is encrypted: save it without a password.')
    : new DocumentError(
        'unsupported',
        'This is an old binary Office file: save it as DOCX, XLSX, PPTX or PDF.',
      );
}
