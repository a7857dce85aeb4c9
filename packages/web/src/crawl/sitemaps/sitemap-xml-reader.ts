import { readTime } from '@quern/content/metadata/read-time';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import {
  entitySafeSplitIndex,
  escapeBareAmpersands,
  unescapeAmpersands,
} from '../../convert/escape-bare-ampersands.ts';
import type { SitemapEntries } from './sitemap-entries.ts';

/** Maximum length of a URL or date; longer ones are ignored. */
const valueLengthMax = 4096;
/** Maximum length of an element's text with the white space around its value. */
const textLengthMax = 16 * 1024;
/** Beyond these limits a file is not a sitemap with errors, but an attack on the parser. */
const nestingMax = 64;
const errorsMax = 1000;
/** Maximum number of characters without the start or end of an element or text. */
const tokenLengthMax = 4 * 1024 * 1024;

/** Elements that describe one page or sitemap. */
const containers = new Set(['url', 'sitemap', 'item', 'entry']);

/**
 * Parses the XML of a sitemap, a sitemap index, RSS or Atom as it arrives. XML that is not well-formed is read as far
 * as possible.
 */
export class SitemapXmlReader {
  readonly #entries: SitemapEntries;
  readonly #parser = new SaxesParser();
  /** Local names of the open elements. */
  readonly #path: string[] = [];
  #text = '';
  #current = { url: '', lastModified: '' };
  #errors = 0;
  #tokenLength = 0;
  /** The end of the last text, which may be the start of an entity. */
  #remainder = '';

  constructor(entries: SitemapEntries) {
    this.#entries = entries;
    this.#parser.on('error', () => {
      if (++this.#errors > errorsMax) entries.stop();
    });
    this.#parser.on('opentag', (tag: SaxesTagPlain) => this.#onOpenTag(tag));
    this.#parser.on('text', (text) => this.#onText(text));
    this.#parser.on('cdata', (text) => this.#onText(unescapeAmpersands(text)));
    this.#parser.on('closetag', () => this.#onCloseTag());
  }

  write(text: string): void {
    const whole = this.#remainder + text;
    const end = entitySafeSplitIndex(whole);
    this.#remainder = whole.slice(end);
    this.#parse(whole.slice(0, end), text.length);
  }

  /** Parses the rest of the text. */
  end(): void {
    this.#parse(`${this.#remainder}\n`, 1);
    this.#remainder = '';
  }

  #parse(text: string, length: number): void {
    // The parser keeps a text or comment until its end, so one without an end would fill the memory.
    this.#tokenLength += length;
    if (this.#tokenLength > tokenLengthMax) this.#entries.stop();
    try {
      this.#parser.write(escapeBareAmpersands(text));
    } catch {
      // saxes cannot continue after some errors; entries read before are kept.
    }
  }

  #onOpenTag({ name, attributes }: SaxesTagPlain): void {
    const local = localName(name.toLowerCase());
    this.#tokenLength = 0;
    if (this.#path.push(local) > nestingMax) this.#entries.stop();
    this.#text = '';
    if (containers.has(local)) this.#current = { url: '', lastModified: '' };
    const href = attributes['href'];
    if (!href || href.length > valueLengthMax) return;
    const parent = this.#path.at(-2);
    const rel = attributes['rel'] ?? '';
    if (parent === 'entry' && local === 'link' && /^(?:alternate)?$/.test(rel)) this.#current.url ||= href;
    const isTranslation = local === 'xhtml:link' || (parent === 'url' && local === 'link');
    if (isTranslation && rel === 'alternate') {
      this.#entries.add({ kind: 'page', url: href, lastModified: '' });
    }
  }

  #onText(text: string): void {
    this.#tokenLength = 0;
    if (this.#text.length + text.length <= textLengthMax) this.#text += text;
  }

  #onCloseTag(): void {
    const local = this.#path.pop() ?? '';
    this.#tokenLength = 0;
    const value = this.#text.trim();
    this.#text = '';
    if (containers.has(local)) this.#addEntry(local);
    else if (containers.has(this.#path.at(-1) ?? '')) this.#setField(local, value);
  }

  #setField(local: string, value: string): void {
    if (value.length > valueLengthMax) return;
    const isGuidUrl = local === 'guid' && /^https?:/.test(value);
    if (local === 'loc' || local === 'link' || isGuidUrl) this.#current.url ||= value;
    else if (/^(?:lastmod|updated)$/.test(local)) {
      this.#current.lastModified = readTime(value) || this.#current.lastModified;
    } else if (/^(?:pubdate|dc:date|published)$/.test(local)) this.#current.lastModified ||= readTime(value);
  }

  #addEntry(local: string): void {
    const { url, lastModified } = this.#current;
    if (url === '') return;
    if (local === 'sitemap') this.#entries.add({ kind: 'sitemap', url });
    else this.#entries.add({ kind: 'page', url, lastModified });
  }
}

/** Any prefix may stand for the sitemap namespace. Names of known extensions, such as `image:loc`, keep theirs. */
function localName(name: string): string {
  return /^(?:image|video|news|media|xhtml|atom|mobile|pagemap|dc):/.test(name)
    ? name
    : name.replace(/^[^:]*:/, '');
}
