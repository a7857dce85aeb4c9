import { SaxesParser } from 'saxes';
import { DocumentError } from '../errors/document-error.ts';
import { decodeChunks } from './decode-chunks.ts';

/** Handlers of the parts of an XML document. Names of elements have no namespace prefix, those of attributes keep it. */
export interface XmlByteHandlers {
  readonly openTag: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly closeTag: (name: string) => void;
  readonly text: (text: string) => void;
}

/** Cancellation and scheduling of a long parse. */
export interface ParsePace {
  readonly signal?: AbortSignal | undefined;
  readonly yieldIfDue?: (() => Promise<void> | undefined) | undefined;
}

/** Sheets and chapters have at most about a hundred levels. */
const depthMax = 2000;

/**
 * Parses a large XML part without decoding it as a whole, so that memory use is constant, at about 50 MB a second.
 *
 * @throws DocumentError `unreadable` when it is not well-formed, `too_complex` when it is nested too deeply; the signal's
 *   reason when aborted
 */
export async function parseXmlBytes(
  bytes: Uint8Array,
  handlers: XmlByteHandlers,
  pace: ParsePace = {},
): Promise<void> {
  const parser = createParser(handlers);
  for (const chunk of decodeChunks(bytes)) {
    parser.write(chunk);
    pace.signal?.throwIfAborted();
    await pace.yieldIfDue?.();
  }
  parser.close();
}

function createParser(handlers: XmlByteHandlers): SaxesParser {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  parser.on('error', (cause) => {
    throw new DocumentError('unreadable', 'The document is damaged: its XML cannot be read.', { cause });
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > depthMax) throw new DocumentError('too_complex', 'The document is nested too deeply.');
    handlers.openTag(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handlers.closeTag(localName(name));
  });
  parser.on('text', handlers.text);
  parser.on('cdata', handlers.text);
  return parser;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
