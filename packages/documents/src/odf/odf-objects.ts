import { childOf } from '../xml/query-xml.ts';
import { parseXmlTree, type XmlElement } from '../xml/xml-tree.ts';

/** The objects that frames embed, such as formulas and charts. */
export class OdfObjects {
  readonly #read: (path: string) => string;
  /** Formulas and charts ask for the same frames one after the other. */
  readonly #roots = new WeakMap<XmlElement, XmlElement | undefined>();

  /** @param read returns the content of an object in the package, '' if it is missing */
  constructor(read: (path: string) => string) {
    this.#read = read;
  }

  /** @returns the root of the object in a frame; undefined if there is none */
  rootOf(frame: XmlElement): XmlElement | undefined {
    if (!this.#roots.has(frame)) this.#roots.set(frame, this.#open(frame));
    return this.#roots.get(frame);
  }

  #open(frame: XmlElement): XmlElement | undefined {
    const object = childOf(frame, 'object');
    const inner = childOf(object, 'math') ?? childOf(object, 'document');
    if (inner !== undefined || object === undefined) return inner;
    const path = (object.attributes['xlink:href'] ?? '').replace(/^\.\/|\/$/g, '');
    const text = path === '' ? '' : this.#read(path);
    return text === '' ? undefined : parseXmlTree(text);
  }
}
