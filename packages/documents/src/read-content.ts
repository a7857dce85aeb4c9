import { sniffFileType } from '@quern/runtime/sniff-file-type';
import { openCompoundFile } from './compound/open-compound-file.ts';
import { detectDocumentFormat } from './detect-document-format.ts';
import { decryptPackage, isEncryptedPackage } from './encryption/decrypt-package.ts';
import { DocumentError } from './errors/document-error.ts';
import type { DocumentContent, DocumentPage, DocumentWarning } from './model/document-content.ts';
import type { UnreadContent } from './model/recognized-page.ts';
import { NestedBudget } from './nested/nested-budget.ts';
import { NestedDocuments, type ReaderOptions } from './nested/nested-documents.ts';
import { NestedScans } from './nested/nested-scans.ts';
import type { ReadDocumentOptions } from './read-document-options.ts';
import { readerOf } from './readers.ts';

/** Maximum number of pages that a warning names. */
const shownPagesMax = 10;
const nestedScansMaxDefault = 100;

/** A document as read from its file, and its pages whose text is missing. */
export type ReadContent = DocumentContent & UnreadContent;

/**
 * Reads the blocks of a document. The format is detected by content, never by name.
 *
 * @throws DocumentError when the document cannot be read or shows nothing; the signal's reason when aborted
 */
export async function readContent(bytes: Uint8Array, options: ReadDocumentOptions): Promise<ReadContent> {
  const scans = new NestedScans(options.recognizedParts);
  const nested = new NestedDocuments(readFile, new NestedBudget(bytes.length), scans);
  const content = await readFile(bytes, { ...options, nested });
  const { pages, omitted } = limitScans(content.pages, options.nestedScansMax ?? nestedScansMaxDefault);
  const unread = pages.filter(({ recognition }) => recognition === 'needed');
  const excluded = content.pages.filter(({ recognition }) => recognition === 'excluded');
  if (content.blocks.length === 0 && unread.length === 0) {
    const hint = excluded.length > 0 ? ', only scanned pages: convert it with `ocr` `auto`.' : '.';
    throw new DocumentError('empty', `The document has no text${hint}`);
  }
  return {
    ...content,
    pages,
    unreadPages: unread.map(({ number }) => number),
    unreadParts: scans.unreadParts(unread),
    warnings: [
      ...content.warnings,
      ...(omitted.length > 0 ? [warnOfOmittedScans(omitted)] : []),
      ...(excluded.length > 0 ? [warnOfExcludedPages(excluded)] : []),
      ...(options.pages !== undefined && content.pageCount === undefined ? [pagesIgnored] : []),
    ],
  };
}

/** Detects the format of a file and reads it. */
async function readFile(bytes: Uint8Array, options: ReaderOptions): Promise<DocumentContent> {
  options.signal?.throwIfAborted();
  const file = await decryptFile(bytes, options);
  const format = detectDocumentFormat(file);
  const read = await readerOf(format);
  await options.yieldIfDue?.();
  const content = await read(file, options);
  options.signal?.throwIfAborted();
  return content;
}

/** Decrypts Office Open XML; encrypted files of other formats are opened by their readers. */
async function decryptFile(bytes: Uint8Array, options: ReaderOptions): Promise<Uint8Array> {
  if (sniffFileType(bytes) !== 'ole' || !isEncryptedPackage(openCompoundFile(bytes))) return bytes;
  return decryptPackage(bytes, options.password, options);
}

/** Leaves out pages of files inside of the document that are recognized after a number of others. */
function limitScans(
  pages: readonly DocumentPage[],
  scansMax: number,
): { pages: readonly DocumentPage[]; omitted: readonly DocumentPage[] } {
  const omitted = new Set(pages.filter(({ source }) => source !== undefined).slice(scansMax));
  return { pages: pages.filter((page) => !omitted.has(page)), omitted: [...omitted] };
}

const pagesIgnored: DocumentWarning = {
  code: 'pages_ignored',
  message: 'the format has no pages, so the whole document was read',
};

function warnOfExcludedPages(pages: readonly DocumentPage[]): DocumentWarning {
  const message = `pages without usable text were not recognized: ${listNumbers(pages)}; \`ocr\` \`auto\` includes them`;
  return { code: 'pages_not_recognized', message };
}

function warnOfOmittedScans(pages: readonly DocumentPage[]): DocumentWarning {
  const message = `there are too many scanned pages for one request: ${listNumbers(pages)} were left out; select them with \`pages\``;
  return { code: 'pages_not_recognized', message };
}

function listNumbers(pages: readonly DocumentPage[]): string {
  const shown = pages.slice(0, shownPagesMax).map(({ number }) => number);
  const others = pages.length > shown.length ? ` and ${pages.length - shown.length} more` : '';
  return shown.join(', ') + others;
}
