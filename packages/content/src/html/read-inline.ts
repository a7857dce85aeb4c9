import { collapseWhitespace } from '@quern/text/collapse-whitespace';
import { checkboxMark } from '../blocks/checkbox-mark.ts';
import type { EmphasisMark, InlineNode } from '../blocks/inline-node.ts';
import { type RichText, textOf } from '../blocks/rich-text.ts';
import { attributeOf, createDomElement, type DomElement, type DomNode, domText } from '../dom/dom.ts';
import { hasAttribute, hasClass, hasStyle, isBlock, isScriptNotice, visibleText } from '../dom/elements.ts';
import { hasNonBlankText } from '../dom/tree-queries.ts';
import { writeTexLine } from '../math/math-source.ts';
import { readMathElement } from '../math/tex/math-element.ts';
import { marksOf } from './emphasis-marks.ts';
import { backLinksClass, type NoteIndex } from './note-index.ts';
import type { PageImages } from './page-images.ts';
import type { AddressResolver } from './resolve-address.ts';
import { writeScript } from './write-script.ts';

/** The parts of a document to which inline content refers. */
export interface InlineContext {
  readonly notes: NoteIndex;
  readonly resolve: AddressResolver;
  /** The checkboxes with which items begin: those of tasks are part of the item, and those of filters are left out. */
  readonly itemBoxes: Set<DomElement>;
  /** Handles images without an address; default: they are left out. */
  readonly images?: PageImages | undefined;
}

const codeTag = /^(?:code|kbd|samp|tt)$/;
/** Elements that are displayed with space around them, in whatever line they stand. */
const controlTag = /^(?:label|button)$/;
/** The white space that HTML collapses (https://infra.spec.whatwg.org/#ascii-whitespace). */
const collapsible = /[\t\n\f\r ]+/g;
/** Text of a link from a heading to itself. */
const anchorText = /^[#¶§🔗\u{E000}-\u{F8FF}\s]*$/u;

/**
 * Reads inline content. White space is collapsed as in a browser; blocks inside, as in a table cell, are separated by
 * line breaks.
 *
 * @param dropped marks that are left out, such as those of a heading in bold
 */
export function readInline(
  children: readonly DomNode[],
  context: InlineContext,
  dropped: readonly EmphasisMark[] = [],
): RichText {
  return trimBreaks(new InlineReader(context).read(children, { marks: dropped, isInLink: false }));
}

interface Ancestors {
  readonly marks: readonly EmphasisMark[];
  readonly isInLink: boolean;
}

class InlineReader {
  readonly #context: InlineContext;
  /** Whether the last character is a space, or nothing has been read in this line. */
  #endsWithSpace = true;
  /** Whether this line has content other than the marker of an item. */
  #hasContent = false;

  constructor(context: InlineContext) {
    this.#context = context;
  }

  read(children: readonly DomNode[], ancestors: Ancestors): InlineNode[] {
    const nodes: InlineNode[] = [];
    for (const child of children) {
      if (child.kind === 'text') this.#addText(nodes, child.value);
      // Composing may leave nothing but a notice.
      else if (!isScriptNotice(child)) this.#addElement(nodes, child, ancestors);
    }
    return nodes;
  }

  #addText(nodes: InlineNode[], source: string): void {
    let value = visibleText(source).replace(collapsible, ' ');
    if (this.#endsWithSpace && value.startsWith(' ')) value = value.slice(1);
    if (value === '') return;
    this.#endsWithSpace = value.endsWith(' ');
    this.#hasContent ||= value !== ' ';
    const last = nodes.at(-1);
    if (last?.type === 'text') nodes[nodes.length - 1] = { type: 'text', value: last.value + value };
    else nodes.push({ type: 'text', value });
  }

  #addElement(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const { name } = element;
    if (this.#addMath(nodes, element) || isListMarker(element) || hasClass(element, backLinksClass)) return;
    if (name === 'br') this.#addBreak(nodes);
    else if (name === 'pre') this.#addLines(nodes, element);
    else if (isBlock(element)) this.#addBlock(nodes, element, ancestors);
    else if (name === 'a') this.#addLink(nodes, element, ancestors);
    else if (name === 'img') this.#addImage(nodes, element);
    else if (name === 'q') {
      this.#addText(nodes, '"');
      this.#addAll(nodes, this.read(element.children, ancestors));
      this.#addText(nodes, '"');
    } else if (codeTag.test(name)) this.#addCode(nodes, element, ancestors);
    else if (name === 'sup' || name === 'sub') this.#addScript(nodes, element, ancestors);
    else if (name === 'ruby') this.#addRuby(nodes, element, ancestors);
    else if (name === 'input') this.#addBox(nodes, element);
    else if (controlTag.test(name)) {
      this.#addText(nodes, ' ');
      this.#addAll(nodes, this.read(element.children, ancestors));
      this.#addText(nodes, ' ');
    } else this.#addEmphasis(nodes, element, ancestors);
  }

  /** A checkbox, whose type is the only one that is read. */
  #addBox(nodes: InlineNode[], box: DomElement): void {
    this.#addText(nodes, ' ');
    if (this.#context.itemBoxes.has(box)) return;
    this.#addLeaf(nodes, { type: 'raw', value: checkboxMark('checked' in box.attributes).trim() });
    this.#addText(nodes, ' ');
  }

  #addEmphasis(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const added = marksOf(element).filter((mark) => !ancestors.marks.includes(mark));
    const inner = { ...ancestors, marks: [...ancestors.marks, ...added] };
    const children = this.read(element.children, added.length === 0 ? ancestors : inner);
    if (children.length === 0) return;
    this.#addAll(
      nodes,
      added.reduce<InlineNode[]>((inside, mark) => [{ type: 'emphasis', mark, children: inside }], children),
    );
  }

  #addBreak(nodes: InlineNode[]): void {
    this.#endsWithSpace = true;
    this.#hasContent = false;
    nodes.push({ type: 'break' });
  }

  /** The edge of a block, which is one break however many blocks meet there. */
  #addEdge(nodes: InlineNode[]): void {
    if (this.#hasContent) this.#addBreak(nodes);
  }

  #addBlock(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const { name, children } = element;
    // Cells are next to each other.
    if (name === 'td' || name === 'th') this.#addText(nodes, ' ');
    else this.#addEdge(nodes);
    if (name === 'li' && hasNonBlankText(element)) {
      this.#addText(nodes, '- ');
      this.#hasContent = false;
    }
    this.#addAll(nodes, this.read(children, ancestors));
    if (name !== 'td' && name !== 'th') this.#addEdge(nodes);
  }

  /** The lines of a listing inside of a cell. */
  #addLines(nodes: InlineNode[], element: DomElement): void {
    this.#addEdge(nodes);
    for (const line of domText(element).split('\n')) {
      if (line.trim() === '') continue;
      this.#addLeaf(nodes, { type: 'code', value: line.trimEnd() });
      this.#addEdge(nodes);
    }
  }

  #addLink(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const note = this.#context.notes.referenceOf(element);
    if (note !== undefined) {
      this.#addLeaf(nodes, { type: 'footnote', label: note });
      return;
    }
    const href = attributeOf(element, 'href');
    if (this.#context.notes.isBackLink(element)) return;
    if (href.startsWith('#') && anchorText.test(domText(element)) && element.children.every(isText)) return;
    const url = ancestors.isInLink ? undefined : this.#context.resolve(href);
    const children = this.read(element.children, {
      ...ancestors,
      isInLink: ancestors.isInLink || url !== undefined,
    });
    if (url === undefined || children.length === 0) this.#addAll(nodes, children);
    else nodes.push({ type: 'link', url, children });
  }

  #addImage(nodes: InlineNode[], element: DomElement): void {
    const alt = collapseWhitespace(visibleText(attributeOf(element, 'alt')));
    const source = attributeOf(element, 'src');
    if (/^(?:0|1)(?:px)?$/.test(attributeOf(element, 'width'))) return;
    const collected = this.#context.images?.collect?.(source, alt) ?? '';
    if (collected !== '') {
      this.#addLeaf(nodes, { type: 'image', alt, url: collected });
      return;
    }
    const url = this.#context.resolve(source) ?? '';
    // An image without a description is useful only if it can be opened.
    if (alt === '' && !/^https?:/i.test(url)) {
      // An empty description marks decoration (HTML, 4.8.4.4.5).
      if (!hasAttribute(element, 'alt')) this.#context.images?.omit();
      return;
    }
    this.#addLeaf(nodes, { type: 'image', alt, url });
  }

  #addCode(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const [only, ...others] = element.children.filter((child) => !isText(child) || child.value.trim() !== '');
    if (only?.kind === 'element' && only.name === 'a' && others.length === 0 && !ancestors.isInLink) {
      // Code cannot contain a link, but a link can contain code.
      const code = createDomElement(element.name, element.attributes);
      code.children = element.children.flatMap((child) => (child === only ? only.children : [child]));
      this.#addLink(nodes, { ...only, children: [code] }, ancestors);
      return;
    }
    const value = visibleText(codeText(element)).replace(collapsible, ' ');
    const text = value.trim();
    // White space at the ends belongs to the text around the code.
    const start = value.length - value.trimStart().length;
    this.#addText(nodes, value.slice(0, start));
    if (text === '') return;
    this.#addLeaf(nodes, { type: 'code', value: text });
    this.#addText(nodes, value.slice(start + text.length));
  }

  /** Text above or below the line keeps a mark of it where it would be read as part of the word before. */
  #addScript(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const last = nodes.at(-1);
    const base = last === undefined ? '' : textOf([last]);
    const script = writeScript(element, base);
    if (script === undefined) this.#addAll(nodes, this.read(element.children, ancestors));
    else this.#addText(nodes, script);
  }

  /** The reading of characters follows them in brackets, those of the page if it has some (`rp`). */
  #addRuby(nodes: InlineNode[], ruby: DomElement, ancestors: Ancestors): void {
    const hasBrackets = ruby.children.some((child) => child.kind === 'element' && child.name === 'rp');
    for (const child of ruby.children) {
      const isReading = child.kind === 'element' && (child.name === 'rt' || child.name === 'rtc');
      if (!isReading || hasBrackets || domText(child).trim() === '') {
        this.#addAll(nodes, this.read([child], ancestors));
        continue;
      }
      const isWide = /[\u3000-\u9fff\uac00-\ud7af]/.test(domText(ruby));
      this.#addText(nodes, isWide ? '（' : '(');
      this.#addAll(nodes, this.read(child.children, ancestors));
      this.#addText(nodes, isWide ? '）' : ')');
    }
  }

  /** @returns whether the element is a formula */
  #addMath(nodes: InlineNode[], element: DomElement): boolean {
    const math = readMathElement(element);
    if (math === undefined) return false;
    const fence = math.display ? '$$' : '$';
    const value = writeTexLine(math.source ?? `${fence}${math.tex}${fence}`);
    this.#addLeaf(nodes, { type: 'raw', value });
    return true;
  }

  #addLeaf(nodes: InlineNode[], leaf: InlineNode): void {
    this.#endsWithSpace = false;
    this.#hasContent = true;
    nodes.push(leaf);
  }

  /** Appends nodes that were read already, joining texts. */
  #addAll(nodes: InlineNode[], added: readonly InlineNode[]): void {
    for (const node of added) {
      const last = nodes.at(-1);
      if (node.type === 'text' && last?.type === 'text')
        nodes[nodes.length - 1] = { type: 'text', value: last.value + node.value };
      else nodes.push(node);
    }
  }
}

/** The text of code, with its lines. */
function codeText(node: DomNode): string {
  if (node.kind === 'text') return node.value;
  return node.name === 'br' ? '\n' : node.children.map(codeText).join('');
}

/** Word writes the marker of a list item into its text. */
function isListMarker(element: DomElement): boolean {
  return hasStyle(element, /mso-list\s*:\s*ignore/i);
}

function isText(node: DomNode): node is Extract<DomNode, { kind: 'text' }> {
  return node.kind === 'text';
}

/** Leaves no breaks and no white space at the ends. */
function trimBreaks(nodes: readonly InlineNode[]): InlineNode[] {
  const isEmpty = (node: InlineNode) =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '');
  const start = nodes.findIndex((node) => !isEmpty(node));
  return start < 0 ? [] : nodes.slice(start, nodes.findLastIndex((node) => !isEmpty(node)) + 1);
}
