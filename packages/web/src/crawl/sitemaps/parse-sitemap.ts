import { constants, createGunzip } from 'node:zlib';
import { createStreamDecoder } from '@quern/runtime/decode-charset';
import { pipeThrough } from '@quern/runtime/pipe-through';
import { yieldIfDue } from '@quern/runtime/yield-to-event-loop';
import { isGzip } from '../../fetch/decode-body.ts';
import { peekFirstChunk } from '../../fetch/peek-first-chunk.ts';
import type { SitemapBudget } from './sitemap-budget.ts';
import { SitemapEntries, type SitemapEntry } from './sitemap-entries.ts';
import { SitemapXmlReader } from './sitemap-xml-reader.ts';

/** The protocol's limit for one uncompressed file. */
const fileBytesMax = 50 * 1024 * 1024;
/** Length of text that is parsed without checking whether to yield to the event loop. */
const sliceLength = 8 * 1024;
/** Length of text, without leading white space, that the format is detected from. */
const headLengthMin = 512;
/** Length of text after which the format is detected whatever it contains. */
const headLengthMax = 4096;
const lineLengthMax = 4096;

/** Parses the text of a file and adds its entries to a SitemapEntries. */
interface SitemapReader {
  write(text: string): void;
  end(): void;
}

/**
 * Parses a sitemap of any format as it arrives: XML index or URL set, RSS, Atom, or text with one URL per line, each
 * also gzipped (detected by its first bytes). XML that is not well-formed or is truncated yields its readable entries;
 * an HTML page yields nothing. Memory does not grow with the file, and reading ends at the protocol's limits or when the
 * budget is spent. Yields to the event loop. See https://www.sitemaps.org/protocol.html
 *
 * @param budget of the whole map; bytes and entries that are read are subtracted from it
 * @throws whatever `chunks` throws, after the entries before it
 */
export async function* parseSitemap(
  chunks: AsyncIterable<Uint8Array>,
  budget: SitemapBudget,
): AsyncGenerator<SitemapEntry> {
  const entries = new SitemapEntries();
  let reader: SitemapReader | undefined;
  let head = '';
  try {
    for await (const chunk of decodeText(decompress(chunks), budget)) {
      let text = chunk;
      if (!reader) {
        head += chunk;
        if (head.trimStart().length < headLengthMin && head.length < headLengthMax) continue;
        reader = createReader(head, entries);
        if (!reader) return;
        text = head;
      }
      for (let at = 0; at < text.length && !entries.isStopped; at += sliceLength) {
        const pause = yieldIfDue();
        if (pause) await pause;
        reader.write(text.slice(at, at + sliceLength));
        yield* entries.take(budget);
      }
      if (entries.isStopped) return;
    }
    if (!reader) {
      reader = createReader(head, entries);
      reader?.write(head);
    }
    reader?.end();
  } catch (error) {
    yield* entries.take(budget);
    throw error;
  }
  yield* entries.take(budget);
}

/** Decodes the text; ends at the protocol's limit or when the budget is spent. */
async function* decodeText(chunks: AsyncIterable<Uint8Array>, budget: SitemapBudget): AsyncGenerator<string> {
  let decoder: ReturnType<typeof createStreamDecoder> | undefined;
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    budget.bytes -= chunk.byteLength;
    if (bytes > fileBytesMax || budget.bytes < 0) return;
    decoder ??= createStreamDecoder(chunk);
    yield decoder.decode(chunk, { stream: true });
  }
}

/** @returns undefined for an HTML page */
function createReader(head: string, entries: SitemapEntries): SitemapReader | undefined {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (/^(?:<!doctype html|<html)/i.test(start) || /<html[\s>]/i.test(start.slice(0, 1000))) return undefined;
  return start.startsWith('<') ? new SitemapXmlReader(entries) : new LineReader(entries);
}

/** Parses text with one URL per line. Other lines are skipped. */
class LineReader implements SitemapReader {
  readonly #entries: SitemapEntries;
  #remainder = '';

  constructor(entries: SitemapEntries) {
    this.#entries = entries;
  }

  write(text: string): void {
    const lines = (this.#remainder + text).split(/\r\n|\r|\n/);
    this.#remainder = (lines.pop() ?? '').slice(0, lineLengthMax);
    for (const line of lines) {
      const url = line.replace(/^\uFEFF/, '').trim();
      if (/^https?:\/\/\S+$/i.test(url)) this.#entries.add({ kind: 'page', url, lastModified: '' });
    }
  }

  end(): void {
    this.write('\n');
  }
}

async function* decompress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const peeked = await peekFirstChunk(chunks);
  if (!peeked) return;
  yield* isGzip(peeked.first) ? gunzip(peeked.chunks) : peeked.chunks;
}

/** Corrupt data ends the file; data decompressed before is kept. Errors of the connection are thrown. */
async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const corrupt = new Error('the gzip data is corrupt');
  try {
    yield* pipeThrough(source, createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => corrupt);
  } catch (error) {
    if (error !== corrupt) throw error;
  }
}
