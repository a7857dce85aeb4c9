import { DocumentError } from '../errors/document-error.ts';
import { decodeChunks } from './decode-chunks.ts';
import type { NamespacePrefixes } from './namespace-prefixes.ts';
import { chunksOf, XmlChunkParser, type XmlHandlers } from './parse-xml.ts';

/** An element with its content. */
export interface XmlElement {
  /** Without namespace prefix. */
  readonly name: string;
  /**
   * Those of the element's own namespace, or of none, have their local name; others the usual prefix of their namespace
   * too, such as `r:id`.
   */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

/** Text, or an element. */
export type XmlNode = XmlElement | string;

/** Maximum number of elements of one tree: about two hundred megabytes. */
const elementsMax = 1_000_000;
/** Maximum number of characters of one tree; a paragraph of more takes a hundred times the memory to write. */
const charactersMax = 8_000_000;

/** Parses a small part as a tree. @returns undefined for an empty part @throws DocumentError as `parseXml` does */
export function parseXmlTree(xml: string): XmlElement | undefined {
  if (xml.trim() === '') return undefined;
  let root: XmlElement | undefined;
  const builder = new TreeBuilder((element) => {
    root = element;
  });
  const parser = createParser(builder);
  for (const chunk of chunksOf(xml)) parser.write(chunk);
  parser.close();
  return root;
}

/** Handlers of a large part, which is parsed element by element. */
export interface XmlStreamHandlers {
  /** Whether an element is handled as a tree; others are opened and closed, and their text is left out. */
  readonly isUnit: (name: string) => boolean;
  readonly unit: (element: XmlElement) => void;
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
}

/** Scheduling of a long parse. */
export interface XmlPace {
  readonly signal?: AbortSignal | undefined;
  readonly yieldIfDue?: (() => Promise<void> | undefined) | undefined;
}

/**
 * Parses a large part with memory for one unit, such as a paragraph or a table row, without decoding it as a whole.
 *
 * @throws DocumentError as `parseXml` does, and `too_complex` for a unit of too many elements; the signal's reason
 */
export async function streamXml(xml: Uint8Array, handlers: XmlStreamHandlers, pace: XmlPace): Promise<void> {
  const builder = new TreeBuilder(handlers.unit);
  const parser = createParser({
    openTag: (name, attributes) => {
      if (builder.isOpen || handlers.isUnit(name)) builder.openTag(name, attributes);
      else handlers.open(name, attributes);
    },
    closeTag: (name) => {
      if (builder.isOpen) builder.closeTag();
      else handlers.close(name);
    },
    text: (text) => {
      if (builder.isOpen) builder.text(text);
    },
  });
  for (const chunk of decodeChunks(xml)) {
    parser.write(chunk);
    pace.signal?.throwIfAborted();
    await pace.yieldIfDue?.();
  }
  parser.close();
}

function createParser(handlers: XmlHandlers): XmlChunkParser {
  return new XmlChunkParser(handlers, readQualifiedAttributes);
}

/** Builds trees of the elements that are opened outside of all others. */
class TreeBuilder {
  readonly #onTree: (element: XmlElement) => void;
  readonly #open: { name: string; attributes: Readonly<Record<string, string>>; start: number }[] = [];
  /** The children so far of all open elements. */
  #nodes: XmlNode[] = [];
  #elements = 0;
  #characters = 0;

  constructor(onTree: (element: XmlElement) => void) {
    this.#onTree = onTree;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#elements > elementsMax)
      throw new DocumentError('too_complex', 'A part of the document has too many elements.');
    this.#open.push({ name, attributes, start: this.#nodes.length });
  }

  closeTag(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const { name, attributes, start } = open;
    const element = { name, attributes, children: this.#nodes.splice(start) };
    if (this.isOpen) {
      this.#nodes.push(element);
      return;
    }
    this.#elements = 0;
    this.#characters = 0;
    this.#nodes = [];
    this.#onTree(element);
  }

  text(text: string): void {
    this.#characters += text.length;
    if (this.#characters > charactersMax)
      throw new DocumentError(
        'too_complex',
        'A paragraph or part of the document has more than 8 million characters: split it.',
      );
    this.#nodes.push(text);
  }
}

const noAttributes: Readonly<Record<string, string>> = {};

function readQualifiedAttributes(
  attributes: Readonly<Record<string, string>>,
  elementPrefix: string,
  prefixes: NamespacePrefixes,
): Readonly<Record<string, string>> {
  let own: Record<string, string> | undefined;
  const usualPrefix = prefixes.usual(elementPrefix);
  for (const key in attributes) {
    own ??= {};
    const separator = key.indexOf(':');
    const prefix = separator < 0 ? '' : prefixes.usual(key.slice(0, separator));
    const local = key.slice(separator + 1);
    own[prefix === '' || prefix === usualPrefix ? local : `${prefix}:${local}`] = attributes[key] ?? '';
  }
  return own ?? noAttributes;
}
