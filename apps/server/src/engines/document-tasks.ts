import type { MarkdownChunk } from '@quern/content/chunks/chunk-markdown';
import type { ConvertedDocument, ConvertedPage } from '@quern/documents/convert-document';
import type { UnreadContent } from '@quern/documents/model/recognized-page';
import type { ReadDocumentOptions } from '@quern/documents/read-document-options';
import type { TaskContext } from '@quern/runtime/pool/task';
import { countTokens, detectLanguage } from './text-properties.ts';

/** A document to convert. */
export interface ConvertDocumentInput {
  readonly bytes: Uint8Array;
  readonly options: Pick<
    ReadDocumentOptions,
    'pages' | 'ocr' | 'recognized' | 'recognizedParts' | 'nestedScansMax' | 'password'
  >;
  /** Maximum number of tokens of a chunk; undefined for no chunks. */
  readonly chunkTokens?: number | undefined;
  /** Whether the content is returned as plain text too. */
  readonly withText: boolean;
  /** Whether pictures are returned. */
  readonly images?: boolean | undefined;
}

/** A converted document. */
export interface ConvertedFile extends ConvertedDocument {
  /** Number of the converted pages; 0 for formats without pages. */
  readonly readPageCount: number;
  /** Language of the content, BCP 47; the stated one if it is not detected, else `und`. */
  readonly language: string;
  readonly tokenCount: number;
  readonly chunks: readonly PagedChunk[];
}

/** A chunk, and the numbers of the pages that it is on. */
export interface PagedChunk extends MarkdownChunk {
  readonly pages: readonly number[];
}

/** Characters of a document whose language is detected if its text is not asked for. */
const languageSampleLength = 500_000;

/** Converts a document to Markdown. While pages are unread, only what their recognition needs is returned. */
export async function convertDocument(
  { bytes, options, chunkTokens, withText, images }: ConvertDocumentInput,
  context: TaskContext,
): Promise<ConvertedFile> {
  const { yieldIfDue } = context;
  const documents = await import('@quern/documents/convert-document');
  const textLengthMax = withText ? Number.POSITIVE_INFINITY : languageSampleLength;
  const converted = await documents.convertDocument(bytes, {
    ...options,
    images,
    textLengthMax,
    yieldIfDue,
  });
  const { markdown, text, pages, metadata } = converted;
  const file = { ...converted, readPageCount: pages.length, text: withText ? text : '' };
  if (converted.unreadPages.length > 0) {
    transferParts(converted, context);
    return {
      ...file,
      markdown: '',
      text: '',
      pages: [],
      tables: [],
      images: [],
      pictures: [],
      chunks: [],
      language: 'und',
      tokenCount: 0,
    };
  }
  const detected = await detectLanguage(text);
  // Each picture has its memory for itself.
  for (const { bytes: picture } of converted.pictures) context.transfer(picture.buffer as ArrayBuffer);
  return {
    ...file,
    language: detected === 'und' ? metadata.language || detected : detected,
    tokenCount: await countTokens(markdown, context),
    chunks: chunkTokens === undefined ? [] : await chunkPages(markdown, pages, chunkTokens, yieldIfDue),
  };
}

/** Moves the files that have to be recognized, each of which has its memory for itself, to the caller. */
export function transferParts({ unreadParts }: UnreadContent, context: TaskContext): void {
  for (const { bytes } of unreadParts) context.transfer(bytes.buffer as ArrayBuffer);
}

/** Reads the title, language and date of a document from its metadata and its first page. */
export async function describeDocument(
  { bytes }: { readonly bytes: Uint8Array },
  { yieldIfDue }: TaskContext,
): Promise<{ title: string; language: string; modifiedAt: string }> {
  const documents = await import('@quern/documents/convert-document');
  const options = { pages: '1', ocr: 'never', yieldIfDue } as const;
  const { title, text, metadata } = await documents.convertDocument(bytes, options);
  const detected = await detectLanguage(text);
  const language = detected === 'und' ? metadata.language : detected;
  return { title, language, modifiedAt: metadata.modifiedAt };
}

async function chunkPages(
  markdown: string,
  pages: readonly ConvertedPage[],
  tokensMax: number,
  yieldIfDue: () => Promise<void>,
): Promise<PagedChunk[]> {
  const { chunkMarkdown: chunk } = await import('@quern/content/chunks/chunk-markdown');
  const chunks = await chunk(markdown, tokensMax, yieldIfDue);
  return chunks.map((each) => ({
    ...each,
    pages: pages
      .filter(({ startIndex, endIndex }) => startIndex < each.endIndex && endIndex > each.startIndex)
      .map(({ number }) => number),
  }));
}
