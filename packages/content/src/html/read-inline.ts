import type { EmphasisMark, InlineNode } from '../blocks/inline-node.ts';
import { type RichText, textOf } from '../blocks/rich-text.ts';
import { attributeOf, createDomElement, type DomElement, type DomNode, domText } from '../dom/dom.ts';
import { isMathRendering, readMathSource } from '../math/math-source.ts';
import { hasAttribute, hasStyle, isBlock, isDropped, lineOf, visibleText } from './elements.ts';
import type { NoteIndex } from './note-index.ts';
import type { AddressResolver } from './resolve-address.ts';

/** Counts pictures. */
export interface PictureCount {
  add(): void;
}

/** The parts of a document to which inline content refers. */
export interface InlineContext {
  readonly notes: NoteIndex;
  readonly resolve: AddressResolver;
  /** Counts images that are left out; undefined if they do not matter. */
  readonly pictures?: PictureCount | undefined;
}

const marks: Readonly<Record<string, EmphasisMark>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  cite: '*',
  dfn: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};
const codeTag = /^(?:code|kbd|samp|tt|var)$/;
/** The white space that HTML collapses (https://infra.spec.whatwg.org/#ascii-whitespace). */
const collapsible = /[\t\n\f\r ]+/g;
const superscripts: Readonly<Record<string, string>> = {
  ...{ '0': '⁰', '1': '¹', '2': '²', '3': '³', '4': '⁴', '5': '⁵', '6': '⁶', '7': '⁷' },
  ...{ '8': '⁸', '9': '⁹', '+': '⁺', '-': '⁻', '−': '⁻', n: 'ⁿ' },
};
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

  constructor(context: InlineContext) {
    this.#context = context;
  }

  read(children: readonly DomNode[], ancestors: Ancestors): InlineNode[] {
    const nodes: InlineNode[] = [];
    for (const child of children) {
      if (child.kind === 'text') this.#addText(nodes, child.value);
      else if (!isDropped(child) || child.name === 'math') this.#addElement(nodes, child, ancestors);
      else this.#addMath(nodes, child);
    }
    return nodes;
  }

  #addText(nodes: InlineNode[], source: string): void {
    let value = visibleText(source).replace(collapsible, ' ');
    if (this.#endsWithSpace && value.startsWith(' ')) value = value.slice(1);
    if (value === '') return;
    this.#endsWithSpace = value.endsWith(' ');
    const last = nodes.at(-1);
    if (last?.type === 'text') nodes[nodes.length - 1] = { type: 'text', value: last.value + value };
    else nodes.push({ type: 'text', value });
  }

  #addElement(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const { name } = element;
    if (this.#addMath(nodes, element) || isListMarker(element)) return;
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
    else if (name === 'sup') this.#addSuperscript(nodes, element, ancestors);
    else if (name === 'input') this.#addText(nodes, ' ');
    else this.#addEmphasis(nodes, element, ancestors);
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
    nodes.push({ type: 'break' });
  }

  #addBlock(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    this.#addBreak(nodes);
    if (element.name === 'li') this.#addText(nodes, '- ');
    this.#addAll(nodes, this.read(element.children, ancestors));
    if (element.name === 'td' || element.name === 'th') this.#addText(nodes, ' ');
    else this.#addBreak(nodes);
  }

  /** The lines of a listing inside of a cell. */
  #addLines(nodes: InlineNode[], element: DomElement): void {
    this.#addBreak(nodes);
    for (const line of domText(element).split('\n')) {
      if (line.trim() === '') continue;
      this.#addLeaf(nodes, { type: 'code', value: line.trimEnd() });
      this.#addBreak(nodes);
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
    const children = this.read(element.children, { ...ancestors, isInLink: url !== undefined });
    if (url === undefined || children.length === 0) this.#addAll(nodes, children);
    else nodes.push({ type: 'link', url, children });
  }

  #addImage(nodes: InlineNode[], element: DomElement): void {
    const alt = visibleText(attributeOf(element, 'alt')).replace(/\s+/g, ' ').trim();
    const stated = attributeOf(element, 'src');
    // Images that are loaded late have a placeholder.
    const source = stated === '' || stated.startsWith('data:') ? attributeOf(element, 'data-src') : stated;
    const url = this.#context.resolve(source) ?? '';
    // An image without a description is useful only if it can be opened.
    if (/^(?:0|1)(?:px)?$/.test(attributeOf(element, 'width'))) return;
    if (alt === '' && !/^https?:/i.test(url)) {
      // An empty description marks decoration (HTML, 4.8.4.4.5).
      if (!hasAttribute(element, 'alt')) this.#context.pictures?.add();
      return;
    }
    this.#addLeaf(nodes, { type: 'image', alt, url });
  }

  #addCode(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const [only, ...others] = element.children.filter((child) => !isText(child) || child.value.trim() !== '');
    if (only?.kind === 'element' && only.name === 'a' && others.length === 0) {
      // Code cannot contain a link, but a link can contain code.
      const code = createDomElement(element.name, element.attributes);
      code.children = only.children;
      this.#addLink(nodes, { ...only, children: [code] }, ancestors);
      return;
    }
    const value = visibleText(domText(element)).replace(collapsible, ' ');
    const text = value.trim();
    // White space at the ends belongs to the text around the code.
    const start = value.length - value.trimStart().length;
    this.#addText(nodes, value.slice(0, start));
    if (text === '') return;
    this.#addLeaf(nodes, { type: 'code', value: text });
    this.#addText(nodes, value.slice(start + text.length));
  }

  /** An exponent stays one; Markdown has no markup for it. */
  #addSuperscript(nodes: InlineNode[], element: DomElement, ancestors: Ancestors): void {
    const text = lineOf(element);
    const raised = [...text].map((character) => superscripts[character] ?? '');
    const last = nodes.at(-1);
    const followsBase = last !== undefined && /[\p{L}\d)\]]$/u.test(textOf([last]));
    if (followsBase && text.length <= 4 && raised.every((character) => character !== ''))
      this.#addText(nodes, raised.join(''));
    else this.#addAll(nodes, this.read(element.children, ancestors));
  }

  /** @returns whether the element is a formula */
  #addMath(nodes: InlineNode[], element: DomElement): boolean {
    const className = attributeOf(element, 'class');
    if (element.name !== 'script' && isMathRendering(className)) {
      if (!/(?:^|\s)MathJax(?:_SVG)?(?:\s|$)/.test(className)) return true;
    }
    const math = readMathSource(element);
    if (math === undefined) return false;
    const fence = math.display ? '$$' : '$';
    this.#addLeaf(nodes, { type: 'raw', value: `${fence}${math.tex.replace(/\s+/g, ' ')}${fence}` });
    return true;
  }

  #addLeaf(nodes: InlineNode[], leaf: InlineNode): void {
    this.#endsWithSpace = false;
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

function marksOf(element: DomElement): EmphasisMark[] {
  const { name } = element;
  if (Object.hasOwn(marks, name)) {
    const mark = marks[name];
    // Google Docs wraps documents in such an element.
    return mark === undefined || hasStyle(element, /font-weight\s*:\s*normal/i) ? [] : [mark];
  }
  if (name !== 'span' && name !== 'font') return [];
  const found: EmphasisMark[] = [];
  if (hasStyle(element, /font-weight\s*:\s*(?:bold|[6-9]00)/i)) found.push('**');
  if (hasStyle(element, /font-style\s*:\s*italic/i)) found.push('*');
  if (hasStyle(element, /text-decoration[^;]*line-through/i)) found.push('~~');
  return found;
}

/** Word writes the marker of a list item into its text. */
function isListMarker(element: DomElement): boolean {
  return hasStyle(element, /mso-list\s*:\s*ignore/i);
}

function isText(node: DomNode): node is Extract<DomNode, { kind: 'text' }> {
  return node.kind === 'text';
}

/** Leaves one break between lines, and none at the ends. */
function trimBreaks(nodes: readonly InlineNode[]): InlineNode[] {
  const trimmed: InlineNode[] = [];
  for (const node of nodes) {
    const last = trimmed.at(-1);
    const follows = last === undefined || last.type === 'break';
    if (follows && (node.type === 'break' || (node.type === 'text' && node.value.trim() === ''))) continue;
    trimmed.push(node);
  }
  while (trimmed.at(-1)?.type === 'break') trimmed.pop();
  return trimmed;
}
