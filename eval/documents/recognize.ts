import { convertDocument } from '@quern/documents/convert-document';
import type { RecognizedPage } from '@quern/documents/model/recognized-page';
import type { OcrEngine } from '@quern/ocr/ocr-engine';

/** Recognizes the pages of a document that need it, as the service does. */
export async function recognize(bytes: Uint8Array, ocr: OcrEngine): Promise<RecognizedPage[]> {
  const { unreadPages } = await convertDocument(bytes);
  if (unreadPages.length === 0) return [];
  const { pages, lines, tables } = await ocr.recognize(bytes, { pages: unreadPages.join(',') });
  return pages.map((page) => ({
    ...page,
    lines: lines.filter((line) => line.page === page.number),
    tables: tables.filter((table) => table.page === page.number),
  }));
}
