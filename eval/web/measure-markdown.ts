/**
 * Measures how much of a page's content survives conversion to Markdown and back.
 *
 *     node --conditions=source eval/web/measure-markdown.ts PAGES [--show KIND]
 *
 * PAGES is the unpacked `../shared/data/web/wcxb-dev.tar.xz`. The selected content of each page is written as
 * Markdown, rendered by markdown-it and parsed by linkedom, neither of which Quern uses for this. Words, headings
 * with their level, links with their address, cells of data tables and code blocks are compared as multisets over
 * all pages, and the text of each page character by character. Escapes that a reader of the Markdown would stumble
 * over are counted outside code. The reference is the selected content as HTML, so text that extraction drops does
 * not count here.
 * `--show KIND` prints pages on which more than half of a kind is lost, or the text differs (`text`).
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyzePage } from '@quern/web/extract/analyze-page';
import { selectContent } from '@quern/web/extract/select-content';
import { toMarkdown } from '@quern/web/markdown/to-markdown';
import { readGoldPages } from '../../training/page-blocks/read-gold-pages.ts';
import { DataFiles } from '../data/data-files.ts';
import { multisetOverlap } from '../metrics/word-f1.ts';
import { importPeer, peerVersions } from '../peers/import-peer.ts';
import { writeResult } from '../write-result.ts';
import { compareRoundTrip } from './compare-round-trip.ts';
import { serializeHtml } from './serialize-html.ts';
import { extractVisibleContent, loadParser, type VisibleContent } from './visible-content.ts';

interface MarkdownItModule {
  readonly default: new (options: { html: boolean }) => { render(markdown: string): string };
}

const kinds = ['words', 'headings', 'links', 'cells', 'code'] as const;
/** Fenced blocks and code spans. */
const codePattern = /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n *\1|(`+)[^`][\s\S]*?\2/gm;
/** A character reference that Markdown decodes, next to a letter or digit. */
const entityInWord = /[\p{L}\p{N}]&#?\w{2,8};|(?<!\\)&#?\w{2,8};[\p{L}\p{N}]/u;
type Kind = (typeof kinds)[number];

function printLoss(kind: Kind, id: string, before: VisibleContent, after: VisibleContent): void {
  const [expected, actual] = [new Set(before[kind]), new Set(after[kind])];
  if (multisetOverlap(after[kind], before[kind]) * 2 >= after[kind].length + before[kind].length) return;
  console.log(id, before[kind].length, after[kind].length);
  console.log('  lost ', before[kind].filter((item) => !actual.has(item)).slice(0, 8));
  console.log('  added', after[kind].filter((item) => !expected.has(item)).slice(0, 8));
}

async function main(): Promise<void> {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'string' } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Name the folder of the pages.');
  const { default: MarkdownIt } = await importPeer<MarkdownItModule>('markdown-it');
  const renderer = new MarkdownIt({ html: true });
  const parseHtml = await loadParser();
  const data = new DataFiles(resolve(folder));
  data.read('gold.jsonl');
  const pages = readGoldPages(data.root);
  const roundTrips = { equal: 0, converted: 0, different: 0 };
  const escapes = { pagesWithEntities: 0, pagesWithEscapedUrls: 0 };
  const sums = new Map(kinds.map((kind) => [kind, { hits: 0, items: 0 }]));
  for (const page of pages) {
    const url = page.url || 'https://example.org/';
    const html = data.read(`html/${page.id}.html`).toString('utf8');
    const { content } = await selectContent(await analyzePage({ html, url }));
    const before = extractVisibleContent(serializeHtml(content), url, parseHtml);
    const markdown = toMarkdown(content);
    const rendered = renderer.render(markdown);
    const roundTrip = compareRoundTrip(content, rendered, parseHtml);
    roundTrips[roundTrip]++;
    if (options.show === 'text' && roundTrip !== 'equal') console.log(page.id, roundTrip);
    const outsideCode = markdown.replace(codePattern, '');
    if (entityInWord.test(outsideCode)) escapes.pagesWithEntities++;
    if (/\]\([^)\s]*\\&/.test(outsideCode)) escapes.pagesWithEscapedUrls++;
    const after = extractVisibleContent(rendered, url, parseHtml);
    for (const [kind, sum] of sums) {
      sum.hits += multisetOverlap(after[kind], before[kind]);
      sum.items += after[kind].length + before[kind].length;
      if (options.show === kind) printLoss(kind, page.id, before, after);
    }
  }
  const scores = [...sums].map(([kind, { hits, items }]) => [
    kind,
    { f1: (2 * hits) / Math.max(1, items), items },
  ]);
  const figures = { ...Object.fromEntries(scores), text: roundTrips, ...escapes };
  console.log(figures);
  writeResult('web-markdown', {
    claim: 'Content of web pages through Markdown and back',
    script: import.meta.filename,
    data,
    n: pages.length,
    versions: peerVersions(['markdown-it', 'linkedom']),
    figures,
  });
}

await main();
