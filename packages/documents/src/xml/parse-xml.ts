import { SaxesParser } from 'saxes';
import { DocumentError } from '../errors/document-error.ts';

/** Handlers of the parts of an XML document. The names of elements and attributes have no namespace prefix. */
export interface XmlHandlers {
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
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw new DocumentError('unreadable', 'The document is damaged: its XML cannot be read.', {
      cause: error,
    });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > depthMax) throw new DocumentError('too_complex', 'The document is nested too deeply.');
    const local: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) local[localName(key)] = String(value);
    handlers.openTag?.(localName(name), local);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handlers.closeTag?.(localName(name));
  });
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('cdata', (text) => handlers.text?.(text));
  const start = xml.startsWith('\ufeff') ? 1 : 0;
  for (let position = start; position < xml.length; position += chunkLength) {
    parser.write(xml.slice(position, position + chunkLength));
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
