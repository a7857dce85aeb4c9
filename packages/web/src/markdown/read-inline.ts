import type { EmphasisMark, InlineNode } from '@quern/content/blocks/inline-node';
import { attributeOf, type DomElement, type DomNode, domText } from '@quern/content/dom/dom';
import { footnoteReferenceTag, rawTag } from './tree/internal-tags.ts';

const marks: Readonly<Record<string, EmphasisMark>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  u: '*',
  mark: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};
const codeTag = /^(?:code|kbd|samp|tt|var)$/;
/** Elements that are displayed with space around them, in whatever line they stand. */
const controlTag = /^(?:label|button)$/;
/** Characters that are not displayed: soft hyphen, zero-width space, word joiner, byte order mark, and controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is removed.
const invisible = /[\u00AD\u200B\u2060\uFEFF\u0000-\u0008\u000E-\u001F\u007F]/g;
/** The white space that HTML collapses (https://infra.spec.whatwg.org/#ascii-whitespace). */
const collapsible = /[\t\n\f\r ]+/g;

/** Removes characters that are not displayed. */
function removeInvisible(text: string): string {
  return text.replace(invisible, '');
}

/** Reads inline content; white space is collapsed as in a browser, and emphasis inside emphasis of its kind is dropped. */
export function readInline(children: readonly DomNode[]): InlineNode[] {
  return new InlineReader().read(children, { marks: '', isInLink: false });
}

interface InlineContext {
  /** Marks of the ancestors, one after the other. */
  readonly marks: string;
  readonly isInLink: boolean;
}

class InlineReader {
  /** Whether the last character is a space, or nothing has been read yet. */
  #endsWithSpace = true;

  read(children: readonly DomNode[], context: InlineContext): InlineNode[] {
    const nodes: InlineNode[] = [];
    for (const child of children) {
      if (child.kind === 'text') this.#addText(nodes, child.value);
      else if (child.kind === 'element') this.#addElement(nodes, child, context);
    }
    return nodes;
  }

  #addText(nodes: InlineNode[], source: string): void {
    let value = removeInvisible(source).replace(collapsible, ' ');
    if (this.#endsWithSpace && value.startsWith(' ')) value = value.slice(1);
    if (value === '') return;
    this.#endsWithSpace = value.endsWith(' ');
    const last = nodes.at(-1);
    if (last?.type === 'text') nodes[nodes.length - 1] = { type: 'text', value: last.value + value };
    else nodes.push({ type: 'text', value });
  }

  #addElement(nodes: InlineNode[], element: DomElement, context: InlineContext): void {
    const { name } = element;
    const mark = Object.hasOwn(marks, name) ? marks[name] : undefined;
    if (mark !== undefined && !context.marks.split(' ').includes(mark)) {
      const children = this.read(element.children, { ...context, marks: `${context.marks} ${mark}` });
      if (children.length > 0) nodes.push({ type: 'emphasis', mark, children });
    } else if (name === 'a' && !context.isInLink && attributeOf(element, 'href') !== '') {
      const children = this.read(element.children, { ...context, isInLink: true });
      if (children.length > 0) nodes.push({ type: 'link', url: attributeOf(element, 'href'), children });
    } else if (name === 'br') {
      this.#endsWithSpace = true;
      nodes.push({ type: 'break' });
    } else if (name === 'q') {
      this.#addText(nodes, '"');
      this.#addAll(nodes, this.read(element.children, context));
      this.#addText(nodes, '"');
    } else if (codeTag.test(name)) this.#addCode(nodes, element, context);
    else if (name === 'input') this.#addText(nodes, ' ');
    else if (controlTag.test(name)) {
      this.#addText(nodes, ' ');
      this.#addAll(nodes, this.read(element.children, context));
      this.#addText(nodes, ' ');
    } else if (name === 'img') {
      const alt = removeInvisible(attributeOf(element, 'alt')).replace(/\s+/g, ' ').trim();
      this.#addLeaf(nodes, { type: 'image', alt, url: attributeOf(element, 'src') });
    } else if (name === rawTag) this.#addLeaf(nodes, { type: 'raw', value: domText(element) });
    else if (name === footnoteReferenceTag) {
      this.#addLeaf(nodes, { type: 'footnote', label: attributeOf(element, 'identifier') });
    } else this.#addAll(nodes, this.read(element.children, context));
  }

  #addLeaf(nodes: InlineNode[], leaf: InlineNode): void {
    if (leaf.type === 'raw' && leaf.value === '') return;
    this.#endsWithSpace = false;
    nodes.push(leaf);
  }

  #addCode(nodes: InlineNode[], element: DomElement, context: InlineContext): void {
    const [only, ...others] = element.children.filter(
      (child) => child.kind !== 'text' || child.value.trim() !== '',
    );
    if (only?.kind === 'element' && only.name === 'a' && others.length === 0 && !context.isInLink) {
      // Code cannot contain a link, but a link can contain code.
      const children = element.children.flatMap((child) => (child === only ? only.children : [child]));
      const code: DomElement = { ...element, children };
      this.#addElement(nodes, { ...only, children: [code] }, context);
      return;
    }
    const value = codeText(element).replace(collapsible, ' ');
    // White space at the ends belongs to the text around the code.
    const text = value.trim();
    const start = value.length - value.trimStart().length;
    this.#addText(nodes, value.slice(0, start));
    if (text === '') return;
    this.#addLeaf(nodes, { type: 'code', value: text });
    this.#addText(nodes, value.slice(start + text.length));
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

/** The text of a piece of code, with line breaks as spaces. */
function codeText(node: DomNode): string {
  if (node.kind === 'text') return node.value;
  if (node.kind !== 'element') return '';
  if (node.name === 'br') return ' ';
  const text = node.children.map(codeText).join('');
  return node.name === 'q' ? `"${text}"` : text;
}
