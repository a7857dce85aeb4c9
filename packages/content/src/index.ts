export type {
  CodeBlock,
  ContentBlock,
  FigureBlock,
  FootnoteBlock,
  FormulaBlock,
  HeadingBlock,
  ListItemBlock,
  ParagraphBlock,
  QuoteBlock,
  RuleBlock,
  TableBlock,
  TableCell,
  VerbatimBlock,
} from './blocks/content-block.ts';
export type { EmphasisMark, InlineNode } from './blocks/inline-node.ts';
export { plainText, type RichText, textOf } from './blocks/rich-text.ts';
export { chunkMarkdown, type MarkdownChunk } from './chunks/chunk-markdown.ts';
export {
  createDomElement,
  type DomDocument,
  type DomElement,
  type DomNode,
  type DomText,
  domText,
  findElement,
  findElements,
  getAttribute,
} from './dom/dom.ts';
export { isHidden } from './dom/is-hidden.ts';
export { parseDocument } from './dom/parse-document.ts';
export { composePage } from './html/compose/compose-page.ts';
export { dropHidden } from './html/compose/drop-hidden.ts';
export { parsePage } from './html/parse-page.ts';
export { HtmlReader, readComposedBlocks, readHtmlBlocks } from './html/read-html-blocks.ts';
export { type AddressResolver, createResolver } from './html/resolve-address.ts';
export { type WrittenMarkdown, writeMarkdown } from './markdown/blocks/write-markdown.ts';
export { escapeText } from './markdown/escape-text.ts';
export { writeCell, writeHeadingText, writeParagraphs } from './markdown/inline/write-inline.ts';
export { type MarkdownDocument, readMarkdown } from './markdown/reader/read-markdown.ts';
export { readMathSource, writeTexLine } from './math/math-source.ts';
export { mathmlToTex } from './math/mathml-to-tex.ts';
export { findTexFormulas, type TexFormula } from './math/tex/find-tex-formulas.ts';
export { markTexFormulas } from './math/tex/mark-tex-formulas.ts';
export { createMathElement, type MathSource } from './math/tex/math-element.ts';
export { pageTexDelimiters } from './math/tex/page-tex-delimiters.ts';
export type { TexDelimiter, TexDelimiters } from './math/tex/tex-delimiter.ts';
export { writeText } from './plain-text/write-text.ts';
