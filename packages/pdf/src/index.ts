export type { Glyph, GlyphStyle } from './content/read-glyphs.ts';
export type { PageBox, PageContents } from './content/read-page.ts';
export type { StructureElement } from './content/read-structure.ts';
export type { PdfBookmark } from './document/read-bookmarks.ts';
export type { PdfMetadata } from './document/read-metadata.ts';
export { PdfDocument, type PdfDocumentOptions } from './pdf-document.ts';
export { PdfError, type PdfErrorCode } from './pdf-error.ts';
export type { PageImage } from './render/render-page.ts';
export type { LayerLine, LayerPage } from './text-layer/add-text-layer.ts';
