import { SaxesParser } from 'saxes';
import { escapeBareAmpersands, unescapeAmpersands } from './escape-bare-ampersands.ts';

export interface FeedEntry {
  title: string;
  link: string;
  published: string;
  author: string;
  /** HTML or plain text, the longer of summary and content. */
  content: string;
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly entries: readonly FeedEntry[];
}

/** No feed has an element with more: there, reading ends. */
const attributesMax = 500;

/**
 * Reads RSS 0.9-2.0, RDF and Atom. XML that breaks off or is not well-formed gives what was read up to
 * there; text that holds no feed gives undefined.
 */
export function parseFeed(xml: string): Feed | undefined {
  const feed = { title: '', description: '', entries: [] as FeedEntry[] };
  const path: string[] = [];
  let text = '';
  let seen = false;
  let entry: FeedEntry | undefined;
  const parser = new SaxesParser();
  // Faults are passed over: saxes goes on after them where it can.
  parser.on('error', () => undefined);
  let attributeCount = 0;
  parser.on('opentagstart', () => {
    attributeCount = 0;
  });
  parser.on('attribute', () => {
    if (++attributeCount > attributesMax) throw new RangeError('an element has too many attributes');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    seen ||= /^(?:rss|feed|rdf)$/.test(local);
    path.push(local);
    text = '';
    if (local === 'item' || local === 'entry')
      entry = { title: '', link: '', published: '', author: '', content: '' };
    if (local === 'link' && entry && attributes['href'] && /^(?:alternate)?$/.test(attributes['rel'] ?? '')) {
      entry.link ||= attributes['href'];
    }
  });
  const add = (piece: string) => {
    text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', (piece) => add(unescapeAmpersands(piece)));
  parser.on('closetag', () => {
    const local = path.pop() ?? '';
    if ((local === 'item' || local === 'entry') && entry) {
      feed.entries.push(entry);
      entry = undefined;
    } else if (entry) addToEntry(entry, local, path.at(-1) ?? '', text.trim());
    else if (/^(?:channel|feed)$/.test(path.at(-1) ?? '')) {
      if (local === 'title') feed.title ||= text.trim();
      if (local === 'description' || local === 'subtitle') feed.description ||= text.trim();
    }
    text = '';
  });
  try {
    parser.write(escapeBareAmpersands(xml)).close();
  } catch {
    // What came before the fault is kept.
  }
  return seen ? feed : undefined;
}

function addToEntry(entry: FeedEntry, local: string, parent: string, text: string): void {
  if (text === '') return;
  if (local === 'title' && /^(?:item|entry)$/.test(parent)) entry.title ||= text;
  else if (local === 'link' || (local === 'guid' && /^https?:/.test(text))) entry.link ||= text;
  else if (/^(?:pubdate|published|date|updated)$/.test(local)) entry.published ||= text;
  else if (local === 'creator' || local === 'author' || (local === 'name' && parent === 'author'))
    entry.author ||= text;
  else if (/^(?:description|summary|encoded|content)$/.test(local) && text.length > entry.content.length)
    entry.content = text;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
