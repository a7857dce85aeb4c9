import type { RecognizedPage } from '@quern/documents/model/recognized-page';
import type { ReadDocumentOptions } from '@quern/documents/read-document-options';
import type { WithJsonFields } from '@quern/runtime/json-fields';
import type { ConvertedFile } from './document-tasks.ts';
import type { Engines } from './engines.ts';
import { type Recognition, type RecognizePagesOptions, recognizePages } from './recognize-pages.ts';

/** Engines that a conversion uses. */
type ConversionEngines = Pick<Engines, 'pool' | 'ocr'>;

/** Options of a conversion. */
export interface ConversionOptions
  extends RecognizePagesOptions,
    Pick<ReadDocumentOptions, 'pages' | 'ocr' | 'password'> {
  /** Maximum number of tokens of a chunk; undefined for no chunks. */
  readonly chunkTokens?: number | undefined;
  /** Whether pictures are returned. */
  readonly images?: boolean | undefined;
  /** Whether the content is returned as plain text too. */
  readonly withText?: boolean | undefined;
}

const largeFields = ['markdown', 'text', 'pages', 'tables', 'chunks'] as const;

/** A converted document whose large fields are JSON. */
export type Conversion = WithJsonFields<ConvertedFile, (typeof largeFields)[number]>;

/**
 * Converts what can be read without recognizing text, in a thread. If pages are left, the content is missing, and
 * `finishConversion` has to follow.
 *
 * @throws DocumentError when the document cannot be read
 */
export function beginConversion(
  { pool }: Pick<ConversionEngines, 'pool'>,
  bytes: Uint8Array,
  options: ConversionOptions,
): Promise<Conversion> {
  return convert(pool, bytes, options, {});
}

/**
 * Recognizes the text of the pages that are left, and converts the document with it.
 *
 * @throws ImageError when a page cannot be recognized
 */
export async function finishConversion(
  { pool, ocr }: ConversionEngines,
  bytes: Uint8Array,
  begun: Conversion,
  options: ConversionOptions,
): Promise<Conversion> {
  if (begun.unreadPages.length === 0) return begun;
  return convert(pool, bytes, options, await recognizePages(ocr, bytes, begun, options));
}

/**
 * Converts one recognized page of a document to Markdown, without the context of the others.
 *
 * @throws DocumentError when it cannot be converted
 */
export async function convertPage(
  pool: ConversionEngines['pool'],
  bytes: Uint8Array,
  page: RecognizedPage,
  { signal, password }: Pick<ConversionOptions, 'signal' | 'password'>,
): Promise<string> {
  const options = { pages: String(page.number), recognized: [page], password };
  const input = { bytes, options, withText: false };
  return (await pool.run('convertDocument', input, { signal })).markdown;
}

function convert(
  pool: ConversionEngines['pool'],
  bytes: Uint8Array,
  { pages, ocr, password, pagesMax, chunkTokens, images, withText = false, signal }: ConversionOptions,
  recognition: Recognition,
): Promise<Conversion> {
  return pool.run(
    'convertDocument',
    {
      bytes,
      options: { pages, ocr, password, nestedScansMax: pagesMax, ...recognition },
      chunkTokens,
      images,
      withText,
    },
    { signal, jsonFields: largeFields },
  );
}
