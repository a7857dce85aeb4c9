import { convertDocument } from '@quern/documents/convert-document';
import { type RecognizedPage, splitRecognizedPages } from '@quern/documents/model/recognized-page';
import type { OcrEngine } from '@quern/ocr/ocr-engine';

/** Recognizes the pages of a document that need it, as the service does. */
export async function recognize(bytes: Uint8Array, ocr: OcrEngine): Promise<RecognizedPage[]> {
  const { unreadPages } = await convertDocument(bytes);
  if (unreadPages.length === 0) return [];
  return splitRecognizedPages(await ocr.recognize(bytes, { pages: unreadPages.join(',') }));
}
