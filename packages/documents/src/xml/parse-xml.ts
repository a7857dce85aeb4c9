import { SaxesParser } from 'saxes';
import { DocumentError } from '../errors/document-error.ts';
import { NamespacePrefixes } from './namespace-prefixes.ts';

/** Handlers of the parts of an XML document. The names of elements have no namespace prefix. */
export interface XmlHandlers {
  /** @param attributes by their names without prefix; the last of several with the same local name */
  readonly openTag?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly closeTag?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Deeper nesting than any word processor writes. */
const depthMax = 2000;
const chunkLength = 65_536;

/**
 * Parses XML without building a tree, so that memory use is constant.
 *
 * @throws DocumentError `unreadable` when it is not well-formed, `too_complex` when it is nested too deeply
 */
export function parseXml(xml: string, handlers: XmlHandlers): void {
  const parser = new XmlChunkParser(handlers, readLocalAttributes);
  for (const chunk of chunksOf(xml)) parser.write(chunk);
  parser.close();
}

/** Splits XML into chunks for the parser, without the byte order mark. */
export function* chunksOf(xml: string): Generator<string> {
  const start = xml.startsWith('\ufeff') ? 1 : 0;
  for (let position = start; position < xml.length; position += chunkLength) {
    yield xml.slice(position, position + chunkLength);
  }
}

/** Converts the attributes of an element. */
export type AttributeReader = (
  attributes: Readonly<Record<string, string>>,
  prefix: string,
  prefixes: NamespacePrefixes,
) => Readonly<Record<string, string>>;

/** Parses XML that arrives in chunks. The methods throw what `parseXml` does. */
export class XmlChunkParser {
  readonly #parser = new SaxesParser({ xmlns: false });
  readonly #prefixes = new NamespacePrefixes();
  #depth = 0;

  constructor(handlers: XmlHandlers, readAttributes: AttributeReader) {
    const parser = this.#parser;
    parser.on('error', (cause) => {
      throw new DocumentError('unreadable', 'The document is damaged: its XML cannot be read.', { cause });
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (++this.#depth > depthMax)
        throw new DocumentError('too_complex', 'The document is nested too deeply.');
      this.#prefixes.declare(attributes);
      const separator = name.indexOf(':');
      const prefix = separator < 0 ? '' : name.slice(0, separator);
      handlers.openTag?.(name.slice(separator + 1), readAttributes(attributes, prefix, this.#prefixes));
    });
    parser.on('closetag', ({ name }) => {
      this.#depth--;
      handlers.closeTag?.(name.slice(name.indexOf(':') + 1));
    });
    parser.on('text', (text) => handlers.text?.(text));
    parser.on('cdata', (text) => handlers.text?.(text));
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  close(): void {
    this.#parser.close();
  }
}

function readLocalAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const local: Record<string, string> = {};
  for (const [key, value] of Object.entries(attributes)) local[key.slice(key.indexOf(':') + 1)] = value;
  return local;
}
