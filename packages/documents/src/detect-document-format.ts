import { DocumentError } from './document-error.ts';

/** How far into a file the header of a PDF may stand (ISO 32000-1, implementation note 13). */
const pdfHeaderWithin = 1024;

const oleMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zipMagic = [0x50, 0x4b];

/** The kind of a file by its first bytes. @throws DocumentError for what is known not to be read */
export function detectDocumentFormat(bytes: Uint8Array): 'pdf' | 'zip' | 'text' {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfHeaderWithin));
  if (head.includes('%PDF-')) return 'pdf';
  if (startsWith(bytes, oleMagic)) throw compoundFileError(bytes);
  if (startsWith(bytes, zipMagic) && [3, 5, 7].includes(bytes[2] ?? 0)) return 'zip';
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf') {
    throw new DocumentError(
      'unsupported',
      'This is a Rich Text (RTF) file: save it as DOCX, PDF or plain text.',
    );
  }
  return 'text';
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Encrypted DOCX files are compound files with a stream of that name ([MS-OFFCRYPTO] 2.3.4.4). */
function compoundFileError(bytes: Uint8Array): DocumentError {
  const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  );
  return isEncrypted
    ? new DocumentError('encrypted', 'The document is encrypted: save it without a password.')
    : new DocumentError('unsupported', 'This is an old binary Office file: save it as DOCX or PDF.');
}
