import { SaxesParser } from 'saxes';
import { DocumentError } from '../document-error.ts';

export interface XmlHandlers {
  /** An element begins; names are without their namespace prefix, and so are attributes'. */
  readonly openTag?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly closeTag?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Deeper than any document a word processor writes; hostile nesting ends here. */
const depthMax = 2000;
const chunkLength = 65_536;

/** Streams XML without building a tree, so memory stays flat. @throws DocumentError when it is not well-formed */
export function parseXml(xml: string, events: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  parser.on('error', (error) => {
    throw new DocumentError('unreadable', 'The document is damaged: its XML cannot be read.', {
      cause: error,
    });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > depthMax) throw new DocumentError('unreadable', 'The document is nested too deeply.');
    const local: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) local[localName(key)] = String(value);
    events.openTag?.(localName(name), local);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    events.closeTag?.(localName(name));
  });
  parser.on('text', (text) => events.text?.(text));
  parser.on('cdata', (text) => events.text?.(text));
  const start = xml.startsWith('\ufeff') ? 1 : 0;
  for (let position = start; position < xml.length; position += chunkLength) {
    parser.write(xml.slice(position, position + chunkLength));
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
