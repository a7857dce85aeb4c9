import { texOf } from '../docx/read-math.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** An element of a formula, to which others are added. */
export interface MathElement extends XmlElement {
  readonly attributes: Record<string, string>;
  readonly children: (MathElement | string)[];
}

/** Elements of all formulas of a document. */
const elementsMax = 200_000;
/** Control words for the format of a run, and the values of their numbers in Office Math Markup (ECMA-376 part 1, 22.1.2). */
const runProperties: ReadonlyMap<string, readonly string[]> = new Map([
  ['mnor', []],
  ['mlit', []],
  ['msty', ['p', 'b', 'i', 'bi']],
  ['mscr', ['roman', 'script', 'fraktur', 'double-struck', 'sans-serif', 'monospace']],
]);

/**
 * Reads formulas: Office Math Markup whose elements are groups that begin with the name of the element after an `m` (RTF
 * 1.9.1, Mathematics).
 */
export class RtfMath {
  #elements = 0;
  #root: MathElement | undefined;
  #depth = 0;

  /** Begins a formula. @param depth number of open groups @returns its root */
  open(depth: number): MathElement {
    this.#depth = depth;
    this.#root = { name: 'oMath', attributes: {}, children: [] };
    return this.#root;
  }

  /** Ends the formula of a group. @returns it in TeX; undefined if the group is not a formula */
  close(depth: number): string | undefined {
    const root = this.#root;
    if (root === undefined || depth !== this.#depth) return undefined;
    this.#root = undefined;
    return texOf(root).trim();
  }

  /** Reads a control word. @returns the element in which the group goes on */
  control(parent: MathElement, word: string, value: number | undefined): MathElement {
    const values = runProperties.get(word);
    if (values !== undefined && parent.name === 'r') {
      const property = this.#add(this.#add(parent, 'rPr'), word.slice(1));
      if (value !== undefined) property.attributes['val'] = values[value] ?? '';
      return parent;
    }
    const name = /^m([a-z]\w*)$/i.exec(word)?.[1];
    if (name === undefined) return parent;
    const element = this.#add(parent, name);
    if (value !== undefined) element.attributes['val'] = String(value);
    return element;
  }

  /** Adds the text of a run, or the value of a property. */
  text(parent: MathElement, text: string): void {
    if (parent.name === 'r') this.#add(parent, 't').children.push(text);
    else parent.attributes['val'] = `${parent.attributes['val'] ?? ''}${text}`.trim();
  }

  #add(parent: MathElement, name: string): MathElement {
    const element: MathElement = { name, attributes: {}, children: [] };
    if (++this.#elements <= elementsMax) parent.children.push(element);
    return element;
  }
}
