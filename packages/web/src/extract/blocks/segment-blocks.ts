import type { Element, Text } from 'hast';
import { elementIndexOf, hiddenProperty } from '../../page/tree/hast.ts';

/** A run of text between two block boundaries: what is kept or dropped as one. */
export interface TextBlock {
  /** Number of the element in whose flow the text lies. */
  readonly container: number;
  readonly texts: readonly Text[];
  readonly text: string;
  /** Characters that are not white space: all, within links, within emphasis. */
  readonly chars: number;
  readonly linkChars: number;
  readonly strongChars: number;
  readonly links: number;
  readonly breaks: number;
}

/** A page's elements by number (document order) and its text blocks. */
export interface SegmentedPage {
  readonly elements: readonly Element[];
  /** Number of the parent; -1 for the root. */
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  readonly blocks: readonly TextBlock[];
  /** For each element the first block inside it and the one behind its last. */
  readonly firstBlock: Int32Array;
  readonly endBlock: Int32Array;
}

const inlineTags = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i img ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const strongTags = new Set(['b', 'strong', 'em', 'i']);

/** Cuts a numbered tree into blocks. Two line breaks in a row are a boundary, as pages without paragraphs use them. */
export function segmentBlocks(root: Element): SegmentedPage {
  return new Segmenter(root).run();
}

class Segmenter {
  private readonly root: Element;
  private readonly elements: Element[] = [];
  private readonly parentList: number[] = [];
  private readonly depthList: number[] = [];
  private readonly first: number[] = [];
  private readonly end: number[] = [];
  private readonly blocks: TextBlock[] = [];
  private readonly withBlocks = new Set<Element>();
  private texts: Text[] = [];
  private text = '';
  private chars = 0;
  private linkChars = 0;
  private strongChars = 0;
  private links = 0;
  private breaks = 0;
  private breakRun = 0;
  private inLink = 0;
  private inStrong = 0;

  constructor(root: Element) {
    this.root = root;
  }

  run(): SegmentedPage {
    this.findBlocks(this.root);
    this.visit(this.root, -1, 0, elementIndexOf(this.root));
    this.flush(elementIndexOf(this.root));
    return {
      elements: this.elements,
      parents: Int32Array.from(this.parentList),
      depths: Int32Array.from(this.depthList),
      blocks: this.blocks,
      firstBlock: Int32Array.from(this.first),
      endBlock: Int32Array.from(this.end),
    };
  }

  /** Marks inline elements that hold block elements: cards whose whole content is one link. */
  private findBlocks(element: Element): boolean {
    let any = false;
    for (const child of element.children) {
      if (child.type === 'element' && this.findBlocks(child)) any = true;
    }
    if (any) this.withBlocks.add(element);
    return any || !(inlineTags.has(element.tagName) || element.tagName === 'br');
  }

  private visit(element: Element, parent: number, depth: number, flow: number): void {
    const number = elementIndexOf(element);
    this.elements[number] = element;
    this.parentList[number] = parent;
    this.depthList[number] = depth;
    const name = element.tagName;
    if (name === 'br') {
      this.breaks++;
      this.text += '\n';
      if (++this.breakRun === 2 && this.chars > 0) this.flush(flow);
      this.first[number] = this.blocks.length;
      this.end[number] = this.blocks.length;
      return;
    }
    if (element.properties['dataEmbed'] !== undefined) {
      this.passOver(element, parent, depth);
      return;
    }
    const boundary = this.withBlocks.has(element) || !inlineTags.has(name) || isMarkedHidden(element);
    if (boundary) this.flush(flow);
    const inner = boundary ? number : flow;
    this.first[number] = this.blocks.length;
    if (name === 'a') {
      this.inLink++;
      this.links++;
    }
    if (strongTags.has(name)) this.inStrong++;
    for (const child of element.children) {
      if (child.type === 'text') this.add(child);
      else if (child.type === 'element') this.visit(child, number, depth + 1, inner);
    }
    if (name === 'a') this.inLink--;
    if (strongTags.has(name)) this.inStrong--;
    if (boundary) this.flush(inner);
    // Text of an inline element lies in the block that is still open.
    this.end[number] = boundary || this.texts.length === 0 ? this.blocks.length : this.blocks.length + 1;
  }

  /** What is embedded goes with the text around it, its own is no evidence. */
  private passOver(element: Element, parent: number, depth: number): void {
    const number = elementIndexOf(element);
    this.elements[number] = element;
    this.parentList[number] = parent;
    this.depthList[number] = depth;
    this.first[number] = this.blocks.length;
    this.end[number] = this.blocks.length;
    for (const child of element.children) {
      if (child.type === 'element') this.passOver(child, number, depth + 1);
    }
  }

  private add(text: Text): void {
    const { value } = text;
    let chars = 0;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 32 && code !== 160 && code !== 0x200b && code !== 0xfeff) chars++;
    }
    this.texts.push(text);
    this.text += value;
    if (chars === 0) return;
    this.breakRun = 0;
    this.chars += chars;
    if (this.inLink > 0) this.linkChars += chars;
    if (this.inStrong > 0) this.strongChars += chars;
  }

  private flush(container: number): void {
    if (this.chars > 0) {
      this.blocks.push({
        container,
        texts: this.texts,
        text: this.text,
        chars: this.chars,
        linkChars: this.linkChars,
        strongChars: this.strongChars,
        links: Math.max(this.links, this.linkChars > 0 ? 1 : 0),
        breaks: this.breaks,
      });
    }
    this.texts = [];
    this.text = '';
    this.chars = 0;
    this.linkChars = 0;
    this.strongChars = 0;
    this.links = 0;
    this.breaks = 0;
    this.breakRun = 0;
  }
}

export function isMarkedHidden(element: Element): boolean {
  return element.properties[hiddenProperty] === true;
}
