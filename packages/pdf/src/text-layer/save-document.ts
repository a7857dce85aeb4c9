import type { Pdfium } from '../pdfium/load-pdfium.ts';

/** Writes a document with its changes. @returns the bytes of the file; undefined if it cannot be written */
export function saveDocument(
  { functions, allocate, memory, free }: Pdfium,
  document: number,
): Uint8Array | undefined {
  const writer = functions.PDFiumExt_OpenFileWriter();
  const isSaved = functions.PDFiumExt_SaveAsCopy(document, writer) !== 0;
  const size = functions.PDFiumExt_GetFileWriterSize(writer);
  const address = allocate(Math.max(size, 1));
  functions.PDFiumExt_GetFileWriterData(writer, address, size);
  const bytes = memory().slice(address, address + size);
  free(address);
  functions.PDFiumExt_CloseFileWriter(writer);
  return isSaved && size > 0 ? bytes : undefined;
}
