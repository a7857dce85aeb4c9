export {
  type ConvertedDocument,
  type ConvertedPage,
  type ConvertedTable,
  convertDocument,
} from './convert-document.ts';
export { DocumentError, type DocumentErrorCode } from './errors/document-error.ts';
export { type DocumentFormat, type DocumentMetadata, documentFormats } from './model/document-content.ts';
export type {
  RecognizedPage,
  RecognizedPart,
  UnreadContent,
  UnreadPart,
} from './model/recognized-page.ts';
export { type DocumentText, readDocument } from './read-document.ts';
export type { ReadDocumentOptions } from './read-document-options.ts';
export { type JoinedText, readDocuments, type SourceFile } from './read-documents.ts';
