import type { DocumentContent, DocumentFormat } from './model/document-content.ts';
import type { ReaderOptions } from './nested/nested-documents.ts';

/** Reads a file of one format. @throws DocumentError when it cannot be read; the signal's reason when aborted */
export type DocumentReader = (
  bytes: Uint8Array,
  options: ReaderOptions,
) => Promise<DocumentContent> | DocumentContent;

/** The reader of each format, which is loaded when it is first needed. */
const readers: Readonly<Record<DocumentFormat, () => Promise<DocumentReader>>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./docx/read-docx.ts')).readDocx,
  doc: async () => (await import('./doc/read-doc.ts')).readDoc,
  pptx: async () => (await import('./pptx/read-pptx.ts')).readPptx,
  ppt: async () => (await import('./ppt/read-ppt.ts')).readPpt,
  rtf: async () => (await import('./rtf/read-rtf.ts')).readRtf,
  odt: async () => (await import('./odf/read-odt.ts')).readOdt,
  ods: async () => (await import('./odf/read-ods.ts')).readOds,
  odp: async () => (await import('./odf/read-odp.ts')).readOdp,
  xlsx: async () => (await import('./xlsx/read-xlsx.ts')).readXlsx,
  xls: async () => (await import('./xls/read-xls.ts')).readXls,
  html: async () => (await import('./html/read-html.ts')).readHtml,
  epub: async () => (await import('./epub/read-epub.ts')).readEpub,
  eml: async () => (await import('./email/read-eml.ts')).readEml,
  msg: async () => (await import('./msg/read-msg.ts')).readMsg,
  zip: async () => (await import('./zip/read-zip.ts')).readZip,
  csv: async () => (await import('./csv/read-csv.ts')).readCsv,
  markdown: async () => (await import('./text/read-markdown.ts')).readMarkdown,
  image: async () => (await import('./image/read-image.ts')).readImage,
  txt: async () => (await import('./text/read-text.ts')).readText,
};

/** Loads the reader of a format. */
export function readerOf(format: DocumentFormat): Promise<DocumentReader> {
  return readers[format]();
}
