import { constants, createGunzip } from 'node:zlib';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { cutBeforeEntity, escapeBareAmpersands, restoreAmpersands } from '../web/convert/bare-ampersands.ts';

export type SitemapEntry =
  | { readonly kind: 'page'; readonly url: string; readonly lastModified: string }
  | { readonly kind: 'sitemap'; readonly url: string };

/**
 * Reads a sitemap of any form as it arrives: XML index or list, RSS or Atom, text with one address a line,
 * each also gzipped (told by its first bytes, whatever the headers say). XML that is broken or breaks off
 * gives what could be read; an HTML page gives nothing. Memory does not grow with the file.
 *
 * See https://www.sitemaps.org/protocol.html
 */
export async function* readSitemap(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SitemapEntry> {
  const entries: SitemapEntry[] = [];
  let reader: ((text: string) => void) | undefined;
  let head = '';
  let decoder = new TextDecoder();
  try {
    for await (const chunk of unzipped(chunks)) {
      if (!reader) {
        if (head === '') decoder = decoderFor(chunk);
        head += decoder.decode(chunk, { stream: true });
        if (head.trimStart().length < 512 && head.length < 4096) continue;
        reader = readerFor(head, entries);
        if (!reader) return;
        reader(head);
      } else reader(decoder.decode(chunk, { stream: true }));
      yield* entries.splice(0);
    }
    reader ??= readerFor(head, entries);
    reader?.(head.length < 4096 && entries.length === 0 ? `${head}\n` : '\n');
  } catch (error) {
    // What came before a broken stream is kept and given, then the caller hears of it.
    yield* entries.splice(0);
    throw error;
  }
  yield* entries.splice(0);
}

/** By byte order mark, then the XML declaration, else UTF-8. */
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

function readerFor(head: string, entries: SitemapEntry[]): ((text: string) => void) | undefined {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (/^(?:<!doctype html|<html)/i.test(start) || /<html[\s>]/i.test(start.slice(0, 1000))) return undefined;
  return start.startsWith('<') ? xmlReader(entries) : lineReader(entries);
}

function lineReader(entries: SitemapEntry[]): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '').slice(0, 4096);
    for (const line of lines) {
      const url = line.replace(/^\uFEFF/, '').trim();
      if (/^https?:\/\/\S+$/i.test(url)) entries.push({ kind: 'page', url, lastModified: '' });
    }
  };
}

const containers = new Set(['url', 'sitemap', 'item', 'entry']);

function xmlReader(entries: SitemapEntry[]): (text: string) => void {
  const parser = new SaxesParser();
  const path: string[] = [];
  let text = '';
  let current = { loc: '', lastModified: '' };
  // Not well-formed XML is read on as far as it goes.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const local = unprefixed(name.toLowerCase());
    path.push(local);
    text = '';
    if (containers.has(local)) current = { loc: '', lastModified: '' };
    const href = attributes['href'];
    if (!href) return;
    const parent = path.at(-2);
    const inEntry = parent === 'entry' && local === 'link';
    if (inEntry && /^(?:alternate)?$/.test(attributes['rel'] ?? '')) current.loc ||= href;
    const translated = local === 'xhtml:link' || (parent === 'url' && local === 'link');
    if (translated && attributes['rel'] === 'alternate')
      entries.push({ kind: 'page', url: href, lastModified: '' });
  });
  const add = (piece: string) => {
    if (text.length < 4096) text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', (piece) => add(restoreAmpersands(piece)));
  parser.on('closetag', () => {
    const local = path.pop() ?? '';
    const value = text.trim();
    text = '';
    if (containers.has(local)) emit(local, current, entries);
    else if (containers.has(path.at(-1) ?? '')) setField(current, local, value);
  });
  let held = '';
  return (piece) => {
    const whole = held + piece;
    const cut = piece === '\n' ? whole.length : cutBeforeEntity(whole);
    held = whole.slice(cut);
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
  if (local === 'loc' || local === 'link') current.loc ||= value;
  else if (local === 'guid' && /^https?:/.test(value)) current.loc ||= value;
  else if (/^(?:lastmod|pubdate|updated|dc:date|published)$/.test(local)) current.lastModified ||= value;
}

function emit(local: string, current: { loc: string; lastModified: string }, entries: SitemapEntry[]): void {
  if (current.loc === '') return;
  if (local === 'sitemap') entries.push({ kind: 'sitemap', url: current.loc });
  else entries.push({ kind: 'page', url: current.loc, lastModified: current.lastModified });
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

const unzippedMax = 512 * 1024 * 1024;

async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const feeding = (async () => {
    for await (const chunk of source) {
      if (gunzip.destroyed) return;
      if (!gunzip.write(chunk)) {
        await new Promise<void>((resolve) => {
          gunzip.once('drain', resolve);
          gunzip.once('close', resolve);
        });
      }
    }
    gunzip.end();
  })().catch((error: unknown) => {
    gunzip.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  let bytes = 0;
  try {
    for await (const chunk of gunzip) {
      bytes += chunk.byteLength;
      if (bytes > unzippedMax) return;
      yield chunk;
    }
  } catch {
    // Damaged data: what was unpacked so far has been given.
  } finally {
    gunzip.destroy();
    await feeding;
  }
}
