import { type DomElement, type DomText, elementIndexOf } from '@quern/content/dom/dom';
import { embedAttribute } from '@quern/content/html/compose/compose-page';

/** A run of text between two block boundaries, which extraction keeps or drops as a whole. */
export interface TextBlock {
  /** Index of the nearest block-level element that contains the text. */
  readonly container: number;
  readonly texts: readonly DomText[];
  readonly text: string;
  /** Characters other than white space: all, in links, and in emphasis. */
  readonly chars: number;
  readonly linkChars: number;
  readonly strongChars: number;
  readonly links: number;
  readonly breaks: number;
}

/** A page's elements and text blocks, both in document order; elements are referred to by index. */
export interface SegmentedPage {
  readonly elements: readonly DomElement[];
  /** Index of the parent; -1 for the root. */
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  readonly blocks: readonly TextBlock[];
  /** For each element, the index of the first block inside it and the index after the last one. */
  readonly firstBlock: Int32Array;
  readonly endBlock: Int32Array;
}

const inlineTags = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const strongTags = new Set(['b', 'strong', 'em', 'i']);

/** Consecutive line breaks that separate blocks on pages without paragraphs. */
const separatingBreaks = 2;

/** Custom elements are inline unless a style sheet or their content makes them blocks. */
function isInline(name: string): boolean {
  return inlineTags.has(name) || name.includes('-');
}

/**
 * Splits an indexed tree into text blocks, at block-level elements, at hidden elements and at two consecutive
 * line breaks.
 */
export function segmentBlocks(root: DomElement): SegmentedPage {
  return new Segmenter(root).run();
}

class Segmenter {
  readonly #root: DomElement;
  readonly #elements: DomElement[] = [];
  readonly #parents: number[] = [];
  readonly #depths: number[] = [];
  readonly #firstBlock: number[] = [];
  readonly #endBlock: number[] = [];
  readonly #blocks: TextBlock[] = [];
  readonly #blockAncestors = new Set<DomElement>();
  #texts: DomText[] = [];
  #text = '';
  #chars = 0;
  #linkChars = 0;
  #strongChars = 0;
  #links = 0;
  #breaks = 0;
  #breakRun = 0;
  #inLink = 0;
  #inStrong = 0;

  constructor(root: DomElement) {
    this.#root = root;
  }

  run(): SegmentedPage {
    this.#findBlocks(this.#root);
    this.#visit(this.#root, -1, 0, elementIndexOf(this.#root));
    this.#flush(elementIndexOf(this.#root));
    return {
      elements: this.#elements,
      parents: Int32Array.from(this.#parents),
      depths: Int32Array.from(this.#depths),
      blocks: this.#blocks,
      firstBlock: Int32Array.from(this.#firstBlock),
      endBlock: Int32Array.from(this.#endBlock),
    };
  }

  /** Collects the elements that contain block-level elements, such as a link around a whole card. */
  #findBlocks(element: DomElement): boolean {
    let any = false;
    for (const child of element.children) {
      if (child.kind === 'element' && this.#findBlocks(child)) any = true;
    }
    if (any) this.#blockAncestors.add(element);
    return any || !(isInline(element.name) || element.name === 'br');
  }

  #visit(element: DomElement, parent: number, depth: number, flow: number): void {
    const index = elementIndexOf(element);
    this.#elements[index] = element;
    this.#parents[index] = parent;
    this.#depths[index] = depth;
    const name = element.name;
    if (name === 'br') {
      this.#breaks++;
      this.#text += '\n';
      if (++this.#breakRun === separatingBreaks && this.#chars > 0) this.#flush(flow);
      this.#firstBlock[index] = this.#blocks.length;
      this.#endBlock[index] = this.#blocks.length;
      return;
    }
    if (element.attributes[embedAttribute] !== undefined) {
      this.#skip(element, parent, depth);
      return;
    }
    const isBoundary = this.#blockAncestors.has(element) || !isInline(name) || element.isHidden === true;
    if (isBoundary) this.#flush(flow);
    const inner = isBoundary ? index : flow;
    this.#firstBlock[index] = this.#blocks.length;
    if (name === 'a') {
      this.#inLink++;
      this.#links++;
    }
    if (strongTags.has(name)) this.#inStrong++;
    for (const child of element.children) {
      if (child.kind === 'text') this.#add(child);
      else this.#visit(child, index, depth + 1, inner);
    }
    if (name === 'a') this.#inLink--;
    if (strongTags.has(name)) this.#inStrong--;
    if (isBoundary) this.#flush(inner);
    // The text of an inline element belongs to the block that is still open.
    this.#endBlock[index] =
      isBoundary || this.#texts.length === 0 ? this.#blocks.length : this.#blocks.length + 1;
  }

  /** Embedded media form no block: extraction keeps them with the text around them. */
  #skip(element: DomElement, parent: number, depth: number): void {
    const index = elementIndexOf(element);
    this.#elements[index] = element;
    this.#parents[index] = parent;
    this.#depths[index] = depth;
    this.#firstBlock[index] = this.#blocks.length;
    this.#endBlock[index] = this.#blocks.length;
    for (const child of element.children) {
      if (child.kind === 'element') this.#skip(child, index, depth + 1);
    }
  }

  #add(text: DomText): void {
    const { value } = text;
    let chars = 0;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 32 && code !== 160 && code !== 0x200b && code !== 0xfeff) chars++;
    }
    this.#texts.push(text);
    this.#text += value;
    if (chars === 0) return;
    this.#breakRun = 0;
    this.#chars += chars;
    if (this.#inLink > 0) this.#linkChars += chars;
    if (this.#inStrong > 0) this.#strongChars += chars;
  }

  #flush(container: number): void {
    if (this.#chars > 0) {
      this.#blocks.push({
        container,
        texts: this.#texts,
        text: this.#text,
        chars: this.#chars,
        linkChars: this.#linkChars,
        strongChars: this.#strongChars,
        links: Math.max(this.#links, this.#linkChars > 0 ? 1 : 0),
        breaks: this.#breaks,
      });
    }
    this.#texts = [];
    this.#text = '';
    this.#chars = 0;
    this.#linkChars = 0;
    this.#strongChars = 0;
    this.#links = 0;
    this.#breaks = 0;
    this.#breakRun = 0;
  }
}
