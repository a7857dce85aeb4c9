import type { StyledRun } from '@quern/content/blocks/rich-text';
import { RichTextBuilder } from '../office/rich-text-builder.ts';
import { type CharacterLook, combineLooks } from '../office/text-look.ts';
import { childOf, childrenOf, isElement } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { OdfStyles } from './odf-styles.ts';

/** The content of a paragraph. */
export interface OdfInlines {
  readonly text: RichTextBuilder;
  /** Frames that are anchored in the paragraph. */
  readonly frames: readonly XmlElement[];
}

/** Definitions and state that the paragraphs of a document share. */
export interface OdfInlineContext {
  readonly styles: OdfStyles;
  /** Notes a footnote or endnote. @returns its label */
  readonly noteOf: (note: XmlElement) => string;
  /** Reads a frame. @returns the formula in it in TeX, '' if there is none */
  readonly formulaOf: (frame: XmlElement) => string;
}

/** Elements whose content is not shown in the text. */
const hidden = new Set([
  ...[
    'annotation',
    'annotation-end',
    'tracked-changes',
    'ruby-text',
    'number',
    'hidden-text',
    'script',
    'note-citation',
  ],
  ...[
    'bookmark-start',
    'bookmark-end',
    'alphabetical-index-mark',
    'user-index-mark',
    'toc-mark',
    'event-listeners',
  ],
]);
/** Elements that are placed after the paragraph, in which they are anchored. */
const frameElements = new Set([
  ...['frame', 'custom-shape', 'g', 'rect', 'ellipse', 'line', 'path', 'polygon', 'connector', 'control'],
]);
const spacesMax = 100;

/** Reads the content of a paragraph (OpenDocument 1.3 part 3, 6). */
export function readOdfInlines(paragraph: XmlElement, context: OdfInlineContext): OdfInlines {
  const reader = new OdfInlineReader(context);
  reader.read(paragraph, {}, undefined);
  return reader;
}

class OdfInlineReader implements OdfInlines {
  readonly text = new RichTextBuilder();
  readonly frames: XmlElement[] = [];
  readonly #context: OdfInlineContext;
  /** White space is collapsed, also over the borders of elements. */
  #endsWithSpace = false;
  #isEmpty = true;

  constructor(context: OdfInlineContext) {
    this.#context = context;
  }

  read(element: XmlElement, style: CharacterLook, url: string | undefined): void {
    for (const node of element.children) {
      if (isElement(node)) this.#readElement(node, style, url);
      else this.#addText(node, style, url);
    }
  }

  #readElement(element: XmlElement, style: CharacterLook, url: string | undefined): void {
    const { name, attributes } = element;
    if (name === 'span') {
      const own = this.#context.styles.text(attributes['style-name'] ?? '');
      const merged = combineLooks(style, own);
      if (!merged.isHidden) this.read(element, merged, url);
    } else if (name === 'a') this.read(element, style, addressOf(attributes['xlink:href']) ?? url);
    else if (name === 's') this.#add(' '.repeat(countOf(attributes['c'])), style, url);
    else if (name === 'tab') this.#add('\t', style, url);
    else if (name === 'line-break') {
      this.#add('\n', style, url);
    } else if (name === 'note') this.text.add({ text: '', footnote: this.#context.noteOf(element) });
    else if (frameElements.has(name)) this.#readFrame(element);
    else if (!hidden.has(name)) this.read(element, style, url);
  }

  #readFrame(frame: XmlElement): void {
    const tex = frame.name === 'frame' ? this.#context.formulaOf(frame) : '';
    if (tex === '') this.frames.push(frame);
    else {
      this.text.addNode({ type: 'raw', value: `$${tex}$` });
      this.#endsWithSpace = false;
    }
  }

  #addText(text: string, style: CharacterLook, url: string | undefined): void {
    const collapsed = text.replace(/[ \t\r\n]+/g, ' ');
    // Space that only formats the file differs from indentation by its line breaks.
    const isFormatting = this.#isEmpty && /^\s*\n/.test(text);
    this.#add(this.#endsWithSpace || isFormatting ? collapsed.replace(/^ /, '') : collapsed, style, url);
    if (collapsed !== '') this.#endsWithSpace = collapsed.endsWith(' ');
  }

  #add(text: string, style: CharacterLook, url: string | undefined): void {
    if (text === '') return;
    this.#endsWithSpace = false;
    this.#isEmpty = false;
    const { isBold, isItalic, isStruck, isCode } = style;
    const run: StyledRun = { text, isBold, isItalic, isStruck, isCode, url };
    this.text.add(run);
  }
}

/** @returns undefined for places in the document */
function addressOf(target: string | undefined): string | undefined {
  return target === undefined || target.startsWith('#') || target === '' ? undefined : target;
}

function countOf(value: string | undefined): number {
  return Math.max(1, Math.min(Math.trunc(Number(value)) || 1, spacesMax));
}

/** @returns title and description of a frame or shape, separated by a colon */
export function descriptionOf(frame: XmlElement): string {
  const texts = ['title', 'desc'].map((name) => childOf(frame, name)).filter((child) => child !== undefined);
  const parts = texts.flatMap(({ children }) => children.filter((node) => !isElement(node)));
  return [...new Set(parts.map((part) => String(part).trim()))].filter((part) => part !== '').join(': ');
}

/** Whether an element is a frame or shape. */
export function isFrame({ name }: XmlElement): boolean {
  return frameElements.has(name);
}

/** @returns the shapes of a group, else the shape itself */
export function shapesOf(shape: XmlElement): XmlElement[] {
  return shape.name === 'g' ? childrenOf(shape).filter(isFrame).flatMap(shapesOf) : [shape];
}
