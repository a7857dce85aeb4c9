import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { analyzePage } from '@quern/web/extract/analyze-page';
import { selectContent } from '@quern/web/extract/select-content';
import { toMarkdown } from '@quern/web/markdown/to-markdown';
import MarkdownIt from 'markdown-it';
import { readGoldHtml, readGoldPages } from '../../training/page-blocks/read-gold-pages.ts';
import { serializeHtml } from './serialize-html.ts';
import { extractVisibleContent, type VisibleContent } from './visible-content.ts';
import { multisetOverlap } from './word-f1.ts';

/**
 * Measures what of a page's content survives the way through Markdown:
 *
 *     node --conditions=source eval/web/measure-markdown.ts PAGES [--pages 300] [--show KIND] [--write]
 *
 * PAGES is `../shared/data/web/wcxb-dev.tar.xz`, unpacked. The content of every nth page is written as Markdown,
 * rendered again by markdown-it and read by linkedom, neither of which the product uses for it; words, headings with
 * their level, links with their address, cells of data tables and blocks of code are compared as multisets over
 * all pages. The reference is the selected content as HTML: what extraction leaves out is not counted here.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '300' },
    show: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const folder = resolve(positionals[0] ?? '');
const renderer = new MarkdownIt({ html: true });
const kinds = ['words', 'headings', 'links', 'cells', 'code'] as const;
const sums = new Map(kinds.map((kind) => [kind, { hits: 0, both: 0 }]));
const all = readGoldPages(folder);
const wanted = Number(options.pages);
let taken = 0;
const step = Math.max(1, Math.floor(all.length / wanted));
for (let index = 0; index < all.length && taken < wanted; index += step) {
  const page = all[index];
  if (!page) continue;
  const url = page.url || 'https://example.org/';
  const { content } = await selectContent(await analyzePage({ html: readGoldHtml(folder, page.id), url }));
  const before = extractVisibleContent(serializeHtml(content), url);
  const after = extractVisibleContent(renderer.render(await toMarkdown(content)), url);
  for (const kind of kinds) compare(kind, before, after, page.id);
  taken++;
}
function compare(
  kind: (typeof kinds)[number],
  before: VisibleContent,
  after: VisibleContent,
  id: string,
): void {
  const sum = sums.get(kind);
  const hits = multisetOverlap(after[kind], before[kind]);
  const both = after[kind].length + before[kind].length;
  if (sum) {
    sum.hits += hits;
    sum.both += both;
  }
  if (options.show === kind && hits * 2 < both) {
    const left = new Set(before[kind]);
    const right = new Set(after[kind]);
    console.log(id, hits, before[kind].length, after[kind].length);
    console.log('  lost', before[kind].filter((item) => !right.has(item)).slice(0, 8));
    console.log('  new ', after[kind].filter((item) => !left.has(item)).slice(0, 8));
  }
}
const lines = [
  `Content of ${taken} pages of WCXB's development half through Markdown and back, F1 over all pages.`,
  '',
  '| what | F1 | number on both sides |',
  '| --- | ---: | ---: |',
  ...[...sums].map(
    ([kind, { hits, both }]) =>
      `| ${kind} | ${both === 0 ? 'none' : ((2 * hits) / both).toFixed(4)} | ${both} |`,
  ),
];
console.log(lines.join('\n'));
if (options.write)
  writeFileSync(new URL('../results/web-markdown.md', import.meta.url), `${lines.join('\n')}\n`);
