import {
  type RecognizedPage,
  type RecognizedPart,
  splitRecognizedPages,
  type UnreadContent,
  type UnreadPart,
} from '@quern/documents/model/recognized-page';
import type { ReadDocumentOptions } from '@quern/documents/read-document-options';
import { EngineError } from '@quern/runtime/engine-error';
import type { Engines } from './engines.ts';

/** Options of the recognition of pages. */
export interface RecognizePagesOptions extends Pick<ReadDocumentOptions, 'password'> {
  readonly signal: AbortSignal;
  /** Expected languages (BCP 47). */
  readonly languages?: readonly string[] | undefined;
  /** More pages are rejected; default: that of the engine. */
  readonly pagesMax?: number | undefined;
  /** Called after each page, with its text unless it is one of a file inside of the document. */
  readonly onPage?: ((done: number, total: number, page: RecognizedPage | undefined) => void) | undefined;
}

/** The recognized pages of a document, as options of its next reading. */
export type Recognition = Pick<ReadDocumentOptions, 'recognized' | 'recognizedParts'>;

/**
 * Recognizes the text of pages of a PDF or an image, or of such files inside of an archive or a message. One of these
 * that cannot be recognized is noted with the reason.
 *
 * @throws ImageError when a page of the document itself cannot be recognized, or none can
 */
export async function recognizePages(
  ocr: Engines['ocr'],
  bytes: Uint8Array,
  { unreadPages, unreadParts }: UnreadContent,
  options: RecognizePagesOptions,
): Promise<Recognition> {
  if (unreadParts.length > 0) return { recognizedParts: await recognizeParts(ocr, unreadParts, options) };
  return { recognized: await recognizeFile(ocr, bytes, unreadPages, options) };
}

async function recognizeParts(
  ocr: Engines['ocr'],
  parts: readonly UnreadPart[],
  { onPage, ...options }: RecognizePagesOptions,
): Promise<RecognizedPart[]> {
  const total = parts.reduce((sum, { pages }) => sum + pages.length, 0);
  const recognized: RecognizedPart[] = [];
  let before = 0;
  for (const { part, bytes, pages } of parts) {
    try {
      const onPartPage = (done: number): void => onPage?.(before + done, total, undefined);
      const found = await recognizeFile(ocr, bytes, pages, { ...options, onPage: onPartPage });
      recognized.push({ part, pages: found });
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof EngineError) || error.code === 'unavailable') throw error;
      recognized.push({ part, pages: [], problem: error.message });
    }
    before += pages.length;
    onPage?.(before, total, undefined);
  }
  return recognized;
}

async function recognizeFile(
  ocr: Engines['ocr'],
  bytes: Uint8Array,
  pages: readonly number[],
  { signal, languages, password, pagesMax, onPage }: RecognizePagesOptions,
): Promise<RecognizedPage[]> {
  const result = await ocr.recognize(bytes, {
    signal,
    languages,
    password,
    pagesMax,
    pages: pages.join(','),
    onPage: (done, total, page) => onPage?.(done, total, splitRecognizedPages(page)[0]),
  });
  return splitRecognizedPages(result);
}
