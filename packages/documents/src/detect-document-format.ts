import { hasPdfHeader, sniffFileType } from '@quern/runtime/sniff-file-type';
import { DocumentError } from './errors/document-error.ts';

/**
 * Detects the format of a document by its content. Everything that is not a PDF or a ZIP archive may be plain text.
 *
 * @throws DocumentError for formats that are known but not supported
 */
export function detectDocumentFormat(bytes: Uint8Array): 'pdf' | 'zip' | 'text' {
  if (hasPdfHeader(bytes)) return 'pdf';
  switch (sniffFileType(bytes)) {
    case 'zip':
      return 'zip';
    case 'ole':
      throw compoundFileError(bytes);
    case 'rtf':
      throw new DocumentError(
        'unsupported',
        'This is a Rich Text (RTF) file: save it as DOCX, PDF or plain text.',
      );
    default:
      return 'text';
  }
}

/** Encrypted DOCX files are compound files with a stream of this name ([MS-OFFCRYPTO] 2.3.4.4). */
function compoundFileError(bytes: Uint8Array): DocumentError {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  );
  return isEncrypted
    ? new DocumentError('encrypted', 'The document is encrypted: save it without a password.')
    : new DocumentError('unsupported', 'This is an old binary Office file: save it as DOCX or PDF.');
}
