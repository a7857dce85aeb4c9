/**
 * Measures whether the visible title of a page becomes the first heading of its Markdown.
 *
 *     node --conditions=source eval/web/measure-titles.ts PAGES [--show]
 *
 * PAGES is the unpacked `../shared/data/web/wcxb-dev.tar.xz`. Counted are the pages on which linkedom finds exactly one
 * `h1` with text that is neither hidden by an attribute, an inline style or a common class nor inside navigation, a
 * dialog or a footer, and that shares half of its words with the page's `title` element: others are the name of the
 * site, the section or a slogan. `--show` prints the pages on which the
 * `h1` is not the first heading, or not the only one with its text.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { extractPage } from '@quern/web/extract/extract-page';
import { readGoldPages } from '../../training/page-blocks/read-gold-pages.ts';
import { DataFiles } from '../data/data-files.ts';
import { peerVersions } from '../peers/import-peer.ts';
import { writeResult } from '../write-result.ts';
import { loadParser, type ParseHtml } from './visible-content.ts';
import { findVisibleHeadings } from './visible-headings.ts';

/** Headings of a text in Markdown, without markup. */
function headingsOf(markdown: string): string[] {
  const outsideCode = markdown.replace(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n *\1/gm, '');
  return Array.from(outsideCode.matchAll(/^[\s>*-]*#{1,6} (.*)$/gm), ([, text = '']) =>
    words(plainText(text)),
  );
}

/** Removes links, images and emphasis from a line of Markdown. */
function plainText(line: string): string {
  return line
    .replace(/!?\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)/g, '$1')
    .replace(/\\/g, '');
}

function wordList(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function words(text: string): string {
  return wordList(text).join('');
}

/** Returns whether half of the words of a heading, and at least one, are in the page's `title` element. */
function resemblesTitle(heading: string, html: string, parseHtml: ParseHtml): boolean {
  const stated = new Set(wordList(parseHtml(html).document.querySelectorAll('title')[0]?.textContent ?? ''));
  const own = wordList(heading);
  return own.length > 0 && own.filter((word) => stated.has(word)).length * 2 >= own.length;
}

async function main(): Promise<void> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'boolean' } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Name the folder of the pages.');
  const parseHtml = await loadParser();
  const data = new DataFiles(resolve(folder));
  data.read('gold.jsonl');
  const counts = { pages: 0, kept: 0, first: 0, once: 0 };
  for (const page of readGoldPages(data.root)) {
    const html = data.read(`html/${page.id}.html`).toString('utf8');
    const [only, ...others] = findVisibleHeadings(html, parseHtml);
    if (only === undefined || others.length > 0) continue;
    const { markdown } = await extractPage({ html, url: page.url || 'https://example.org/' });
    if (markdown === '' || !resemblesTitle(only, html, parseHtml)) continue;
    counts.pages++;
    const headings = headingsOf(markdown);
    const matching = headings.filter((heading) => heading === words(only)).length;
    if (matching > 0) counts.kept++;
    if (matching > 0 && headings[0] === words(only)) counts.first++;
    if (matching === 1 && headings[0] === words(only)) counts.once++;
    else if (options.show)
      console.log(page.id, page.type, JSON.stringify({ h1: only, matching, first: headings[0] }));
  }
  console.log(counts);
  writeResult('web-titles', {
    claim: 'Titles of web pages as the first heading',
    script: import.meta.filename,
    data,
    n: counts.pages,
    versions: peerVersions(['linkedom']),
    figures: {
      kept: counts.kept / counts.pages,
      first: counts.first / counts.pages,
      once: counts.once / counts.pages,
    },
  });
}

await main();
