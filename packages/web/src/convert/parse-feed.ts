import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { entitySafeSplitIndex, escapeBareAmpersands, unescapeAmpersands } from './escape-bare-ampersands.ts';

/** One entry of a feed. Missing values are ''. */
export interface FeedEntry {
  readonly title: string;
  /** As written in the feed, possibly relative. */
  readonly link: string;
  /** Time of publication, or of the last update, as written in the feed. */
  readonly published: string;
  readonly author: string;
  /** HTML or plain text: the longer of summary and content. */
  readonly content: string;
}

/** A parsed feed. Missing values are ''. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly entries: readonly FeedEntry[];
}

/** Handler and limits of a feed parser. */
export interface FeedParserOptions {
  /** Receives each entry when its element is closed. */
  readonly onEntry: (entry: FeedEntry) => void;
  /** Maximum length of one text; the rest of a longer one is dropped. Unlimited by default. */
  readonly textLengthMax?: number;
  /**
   * Maximum length of input without a complete text, comment or tag, which the XML parser buffers; parsing stops
   * there. Unlimited by default.
   */
  readonly tokenLengthMax?: number;
}

/** Elements of real feeds have far fewer attributes; parsing stops there. */
const attributesMax = 500;

/**
 * Parses RSS 0.9-2.0 (https://www.rssboard.org/rss-specification), RDF and Atom (RFC 4287) as they arrive. Tolerates
 * XML that is not well-formed as far as the XML parser can continue. With limits for texts and tokens, memory is bounded
 * by one entry.
 */
export class FeedParser {
  title = '';
  description = '';
  readonly #onEntry: (entry: FeedEntry) => void;
  readonly #textLengthMax: number;
  readonly #tokenLengthMax: number;
  readonly #xml = new SaxesParser();
  /** Local names of the open elements. */
  readonly #path: string[] = [];
  #text = '';
  #entry: Writable<FeedEntry> | undefined;
  #isFeed = false;
  #isStopped = false;
  #attributes = 0;
  /** Start of an entity reference at the end of the last chunk. */
  #held = '';
  #tokenLength = 0;

  constructor({
    onEntry,
    textLengthMax = Number.POSITIVE_INFINITY,
    tokenLengthMax = Number.POSITIVE_INFINITY,
  }: FeedParserOptions) {
    this.#onEntry = onEntry;
    this.#textLengthMax = textLengthMax;
    this.#tokenLengthMax = tokenLengthMax;
    // The parser continues after errors where it can.
    this.#xml.on('error', () => undefined);
    this.#xml.on('opentagstart', () => {
      this.#attributes = 0;
    });
    this.#xml.on('attribute', () => {
      if (++this.#attributes > attributesMax) throw new RangeError('an element has too many attributes');
    });
    this.#xml.on('opentag', (tag) => this.#open(tag));
    this.#xml.on('text', (text) => this.#addText(text));
    this.#xml.on('cdata', (text) => this.#addText(unescapeAmpersands(text)));
    this.#xml.on('closetag', () => this.#close());
  }

  /** Whether the root element of a feed was found. */
  get isFeed(): boolean {
    return this.#isFeed;
  }

  /** Whether a limit was reached or the XML is too broken to continue; further input is ignored. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Parses the next part of the feed, of any length. */
  write(chunk: string): void {
    const pending = this.#held + chunk;
    const split = entitySafeSplitIndex(pending);
    this.#held = pending.slice(split);
    this.#parse(pending.slice(0, split));
  }

  /** Parses the remaining text and closes the parser. */
  end(): void {
    this.#parse(this.#held);
    if (this.#isStopped) return;
    try {
      this.#xml.close();
    } catch {
      // The XML ends inside an element: the entries before it are complete.
    }
  }

  #parse(xml: string): void {
    if (this.#isStopped) return;
    this.#tokenLength += xml.length;
    try {
      this.#xml.write(escapeBareAmpersands(xml));
    } catch {
      this.#isStopped = true;
    }
    this.#isStopped ||= this.#tokenLength > this.#tokenLengthMax;
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#tokenLength = 0;
    const local = localName(name);
    this.#isFeed ||= /^(?:rss|feed|rdf)$/.test(local);
    this.#path.push(local);
    this.#text = '';
    if (isEntryName(local)) this.#entry = { title: '', link: '', published: '', author: '', content: '' };
    const { href, rel = '' } = attributes;
    if (local === 'link' && this.#entry && href && /^(?:alternate)?$/.test(rel)) this.#entry.link ||= href;
  }

  #addText(text: string): void {
    this.#tokenLength = 0;
    if (this.#text.length + text.length <= this.#textLengthMax) this.#text += text;
  }

  #close(): void {
    this.#tokenLength = 0;
    const local = this.#path.pop() ?? '';
    const parent = this.#path.at(-1) ?? '';
    const text = this.#text.trim();
    this.#text = '';
    if (isEntryName(local) && this.#entry) {
      this.#onEntry(this.#entry);
      this.#entry = undefined;
    } else if (this.#entry) setEntryField(this.#entry, local, parent, text);
    else if (parent === 'channel' || parent === 'feed') {
      if (local === 'title') this.title ||= text;
      if (local === 'description' || local === 'subtitle') this.description ||= text;
    }
  }
}

/** Parses a complete feed. Returns what precedes a fatal error, or undefined if the text is not a feed. */
export function parseFeed(xml: string): Feed | undefined {
  const entries: FeedEntry[] = [];
  const parser = new FeedParser({ onEntry: (entry) => entries.push(entry) });
  parser.write(xml);
  parser.end();
  return parser.isFeed ? { title: parser.title, description: parser.description, entries } : undefined;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function isEntryName(local: string): boolean {
  return local === 'item' || local === 'entry';
}

/** Sets the field that an element inside an entry stands for, unless an earlier element has set it. */
function setEntryField(entry: Writable<FeedEntry>, local: string, parent: string, text: string): void {
  if (text === '') return;
  if (local === 'title' && isEntryName(parent)) entry.title ||= text;
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
