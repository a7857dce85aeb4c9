import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyzePage } from '@quern/web/extract/analyze-page';
import { blockFeatureNames } from '@quern/web/extract/blocks/block-features';
import { pageFeatureNames } from '@quern/web/extract/blocks/page-features';
import { splitWords } from '@quern/web/extract/blocks/text-features';
import { alignToGold } from './align-gold.ts';
import { foldIndexOf, readGoldHtml, readGoldPages, registeredDomainOf } from './read-gold-pages.ts';

/**
 * Writes the features of every block of every labeled page with its label (the share of its words in the gold text): `node --conditions=source training/page-blocks/dump-blocks.ts PAGES OUT [every nth]`.
 * OUT receives `rows.f32`, `labels.f32`, `words.f32` (one row or number per block) and `pages.json`.
 */
const [pagesFolder = '', outFolder = '', step = '1'] = process.argv.slice(2);
const folds = 10;
const folder = resolve(pagesFolder);
const out = resolve(outFolder);
mkdirSync(out, { recursive: true });
const files = Object.fromEntries(
  ['rows', 'labels', 'words'].map((name) => [name, openSync(join(out, `${name}.f32`), 'w')]),
);
const write = (name: string, values: Float32Array) => {
  const file = files[name];
  if (file !== undefined)
    writeSync(file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
};
const described: object[] = [];
const started = performance.now();
const pages = readGoldPages(folder);
let reached = 0;
let wanted = 0;
for (let index = 0; index < pages.length; index += Number(step)) {
  const page = pages[index];
  if (!page) continue;
  const { blocks, features } = await analyzePage({ html: readGoldHtml(folder, page.id), url: page.url });
  const blockWords = blocks.blocks.map((block) => splitWords(block.text));
  const ends: number[] = [];
  let end = 0;
  for (const words of blockWords) {
    end += words.length;
    ends.push(end);
  }
  const gold = splitWords(page.gold);
  const inGold = alignToGold(blockWords.flat(), gold, ends);
  const labels = new Float32Array(blockWords.length);
  const refused = new Set(page.without.map((text) => splitWords(text).join(' ')));
  let from = 0;
  for (const [block, words] of blockWords.entries()) {
    let hits = 0;
    for (let at = from; at < from + words.length; at++) hits += inGold[at] ?? 0;
    from += words.length;
    const share = words.length === 0 ? 0 : hits / words.length;
    labels[block] = share < 1 && refused.has(words.join(' ')) ? 0 : share;
    reached += hits;
  }
  wanted += gold.length;
  const rows = new Float32Array(features.blockCount * blockFeatureNames.length);
  for (let block = 0; block < features.blockCount; block++)
    features.writeRow(block, rows, block * blockFeatureNames.length);
  write('rows', rows);
  write('labels', labels);
  write(
    'words',
    Float32Array.from(blockWords, (words) => words.length),
  );
  const site = registeredDomainOf(page);
  described.push({
    id: page.id,
    site,
    fold: foldIndexOf(site, folds),
    type: page.type,
    blocks: blockWords.length,
    goldWords: gold.length,
    features: Array.from(features.pageRow),
  });
}
for (const file of Object.values(files)) closeSync(file);
writeFileSync(
  join(out, 'pages.json'),
  JSON.stringify({
    folds,
    blockFeatures: blockFeatureNames,
    pageFeatures: pageFeatureNames,
    pages: described,
  }),
);
console.log(
  `${described.length} pages; ${((100 * reached) / Math.max(1, wanted)).toFixed(1)} % of the gold words found in blocks; ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
