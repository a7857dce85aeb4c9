export { convertDocument, type DocumentMarkdown } from './convert-document.ts';
export { DocumentError, type DocumentErrorCode } from './errors/document-error.ts';
export { type DocumentText, readDocument } from './read-document.ts';
export type { ReadDocumentOptions } from './read-document-options.ts';
export { readDocuments } from './read-documents.ts';
