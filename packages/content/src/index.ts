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
export { escapeText } from './markdown/escape-text.ts';
export type { EmphasisMark, InlineNode } from './markdown/inline/inline-node.ts';
export { writeCell, writeHeadingText, writeParagraphs } from './markdown/inline/write-inline.ts';
export { type MathSource, readMathSource } from './math/math-source.ts';
export { mathmlToTex } from './math/mathml-to-tex.ts';
