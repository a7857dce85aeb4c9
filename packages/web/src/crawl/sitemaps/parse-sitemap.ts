import { constants, createGunzip } from 'node:zlib';
import { pipeThrough } from '@quern/runtime/pipe-through';
import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import {
  entitySafeSplitIndex,
  escapeBareAmpersands,
  unescapeAmpersands,
} from '../../convert/escape-bare-ampersands.ts';
import type { SitemapBudget } from './sitemap-budget.ts';

export type SitemapEntry =
  | { readonly kind: 'page'; readonly url: string; readonly lastModified: string }
  | { readonly kind: 'sitemap'; readonly url: string };

/** The protocol's limit for one uncompressed file. */
const fileBytesMax = 50 * 1024 * 1024;
/** The protocol allows 50,000 URLs, each with its translations, and some sites put all they have into one file. */
const fileEntriesMax = 250_000;
/** Text that is parsed without looking whether the event loop is due. */
const pieceLength = 8 * 1024;
const urlLengthMax = 4096;
/** Beyond these a file is not a sitemap with faults, but made to exhaust the parser. */
const nestingMax = 64;
const faultsMax = 1000;
/** Of an element whose content may be a URL or a date, with the white space around it. */
const textLengthMax = 16 * 1024;
const silenceMax = 4 * 1024 * 1024;

/**
 * Reads a sitemap of any form as it arrives: XML index or list, RSS or Atom, text with one URL a line, each also
 * gzipped (detected by its first bytes, whatever the headers say). XML that is broken or breaks off gives what could
 * be read; an HTML page gives nothing. Memory does not grow with the file, parsing yields to the event loop every few
 * milliseconds, and reading ends at the protocol's limits or when the budget is spent.
 *
 * @param budget of the whole map; what is read is taken from it
 * See https://www.sitemaps.org/protocol.html
 */
export async function* parseSitemap(
  chunks: AsyncIterable<Uint8Array>,
  budget: SitemapBudget,
): AsyncGenerator<SitemapEntry> {
  const found: Found = { entries: [], total: 0, stopped: false };
  let reader: ((text: string) => void) | undefined;
  let head = '';
  try {
    for await (const text of decoded(unzipped(chunks), budget)) {
      let rest = text;
      if (!reader) {
        head += text;
        if (head.trimStart().length < 512 && head.length < 4096) continue;
        reader = readerFor(head, found);
        if (!reader) return;
        rest = head;
      }
      for (let at = 0; at < rest.length && !found.stopped; at += pieceLength) {
        const pause = yieldIfDue();
        if (pause) await pause;
        reader(rest.slice(at, at + pieceLength));
        yield* takeEntries(found, budget);
      }
      if (found.stopped) return;
    }
    reader ??= readerFor(head, found);
    reader?.(head.length < 4096 && found.total === 0 ? `${head}\n` : '\n');
  } catch (error) {
    // What came before a broken stream is kept and given, then the caller hears of it.
    yield* takeEntries(found, budget);
    throw error;
  }
  yield* takeEntries(found, budget);
}

interface Found {
  readonly entries: SitemapEntry[];
  total: number;
  /** Set when the rest of the file is not to be read. */
  stopped: boolean;
}

function addEntry(found: Found, entry: SitemapEntry): void {
  if (found.total >= fileEntriesMax) found.stopped = true;
  if (found.stopped) return;
  found.total++;
  found.entries.push(entry);
}

function takeEntries(found: Found, budget: SitemapBudget): SitemapEntry[] {
  const taken = found.entries.splice(0);
  budget.entries -= taken.length;
  if (budget.entries <= 0) found.stopped = true;
  return taken;
}

/** By byte order mark, then the XML declaration, else UTF-8; ends where the limit of bytes is reached. */
async function* decoded(chunks: AsyncIterable<Uint8Array>, budget: SitemapBudget): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    budget.bytes -= chunk.byteLength;
    if (bytes > fileBytesMax || budget.bytes < 0) return;
    decoder ??= decoderFor(chunk);
    yield decoder.decode(chunk, { stream: true });
  }
}

function decoderFor(head: Uint8Array): InstanceType<typeof TextDecoder> {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 200)).toString('latin1');
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1] ?? 'utf-8';
  try {
    // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
    return new TextDecoder(/utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    return new TextDecoder();
  }
}

function readerFor(head: string, found: Found): ((text: string) => void) | undefined {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (/^(?:<!doctype html|<html)/i.test(start) || /<html[\s>]/i.test(start.slice(0, 1000))) return undefined;
  return start.startsWith('<') ? xmlReader(found) : lineReader(found);
}

function lineReader(found: Found): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '').slice(0, urlLengthMax);
    for (const line of lines) {
      const url = line.replace(/^\uFEFF/, '').trim();
      if (/^https?:\/\/\S+$/i.test(url)) addEntry(found, { kind: 'page', url, lastModified: '' });
    }
  };
}

const containers = new Set(['url', 'sitemap', 'item', 'entry']);

function xmlReader(found: Found): (text: string) => void {
  const parser = new SaxesParser();
  const path: string[] = [];
  let text = '';
  let current = { loc: '', lastModified: '' };
  let faults = 0;
  let silence = 0;
  // Not well-formed XML is read on as far as it goes.
  parser.on('error', () => {
    if (++faults > faultsMax) found.stopped = true;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const local = unprefixed(name.toLowerCase());
    silence = 0;
    if (path.push(local) > nestingMax) found.stopped = true;
    text = '';
    if (containers.has(local)) current = { loc: '', lastModified: '' };
    const href = attributes['href'];
    if (!href || href.length > urlLengthMax) return;
    const parent = path.at(-2);
    const inEntry = parent === 'entry' && local === 'link';
    if (inEntry && /^(?:alternate)?$/.test(attributes['rel'] ?? '')) current.loc ||= href;
    const translated = local === 'xhtml:link' || (parent === 'url' && local === 'link');
    if (translated && attributes['rel'] === 'alternate')
      addEntry(found, { kind: 'page', url: href, lastModified: '' });
  });
  const add = (piece: string) => {
    silence = 0;
    if (text.length + piece.length <= textLengthMax) text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', (piece) => add(unescapeAmpersands(piece)));
  parser.on('closetag', () => {
    const local = path.pop() ?? '';
    silence = 0;
    const value = text.trim();
    text = '';
    if (containers.has(local)) emit(local, current, found);
    else if (containers.has(path.at(-1) ?? '')) setField(current, local, value);
  });
  let held = '';
  return (piece) => {
    const whole = held + piece;
    const cut = piece === '\n' ? whole.length : entitySafeSplitIndex(whole);
    held = whole.slice(cut);
    // The parser keeps a text or a comment until it ends, so one that does not end fills the memory.
    silence += piece.length;
    if (silence > silenceMax) found.stopped = true;
    try {
      parser.write(escapeBareAmpersands(whole.slice(0, cut)));
    } catch {
      // saxes gives up on some faults; what was read is kept.
    }
  };
}

/** Any prefix may stand for the sitemap namespace, but `image:loc` and its like are other things. */
function unprefixed(local: string): string {
  return /^(?:image|video|news|media|xhtml|atom|mobile|pagemap|dc):/.test(local)
    ? local
    : local.replace(/^[^:]*:/, '');
}

function setField(current: { loc: string; lastModified: string }, local: string, value: string): void {
  if (value.length > urlLengthMax) return;
  if (local === 'loc' || local === 'link') current.loc ||= value;
  else if (local === 'guid' && /^https?:/.test(value)) current.loc ||= value;
  else if (/^(?:lastmod|pubdate|updated|dc:date|published)$/.test(local)) current.lastModified ||= value;
}

function emit(local: string, current: { loc: string; lastModified: string }, found: Found): void {
  if (current.loc === '') return;
  if (local === 'sitemap') addEntry(found, { kind: 'sitemap', url: current.loc });
  else addEntry(found, { kind: 'page', url: current.loc, lastModified: current.lastModified });
}

async function* unzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const rest = (async function* () {
    try {
      yield first.value;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
  if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* gunzipped(rest);
  else yield* rest;
}

/** Damaged data ends the file: what was unpacked so far has been given. A failure of the connection is thrown. */
async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const damaged = new Error('the gzip data is damaged');
  try {
    yield* pipeThrough(source, createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => damaged);
  } catch (error) {
    if (error !== damaged) throw error;
  }
}
