import { resolve } from 'node:path';
import { analyzePage } from '@quern/web/extract/analyze-page';
import { computeBlockFeatures } from '@quern/web/extract/blocks/block-features';
import { segmentBlocks } from '@quern/web/extract/segments/segment-blocks';
import { composePage } from './compose-page.ts';
import { DumpWriter } from './dump-writer.ts';
import { findForeignTexts } from './foreign-texts.ts';
import { type ForeignGroup, findForeignGroups } from './foreign-units.ts';
import type { ForeignTexts } from './interruptions.ts';
import { labelBlocks } from './label-blocks.ts';
import type { LabeledPage } from './labeled-page.ts';
import {
  foldCount,
  foldIndexOf,
  type GoldPage,
  readGoldHtml,
  readGoldPages,
  registeredDomainOf,
} from './read-gold-pages.ts';
import { SeededRandom } from './seeded-random.ts';

/**
 * Writes the features of every block of every labeled page with its label (the share of its words in the gold text),
 * then those of articles that are followed by repeated units of other pages, which are not content:
 * `node --conditions=source training/page-blocks/dump-blocks.ts PAGES OUT [every nth]`. The files are those of
 * DumpWriter.
 */
const [pagesFolder = '', outFolder = '', step = '1'] = process.argv.slice(2);
const folder = resolve(pagesFolder);

/** Each page contributes at most this many groups, so that shops with hundreds of lists do not prevail. */
const groupsPerPageMax = 3;
/** Composed pages of each article. */
const compositions = ['first', 'second'];

/** Parts of a page for composed ones. */
interface Donor extends ForeignTexts {
  readonly id: string;
  readonly site: string;
  readonly groups: readonly ForeignGroup[];
}

async function analyzeGoldPage(page: GoldPage): Promise<LabeledPage & { reached: number; wanted: number }> {
  const analyzed = await analyzePage({ html: readGoldHtml(folder, page.id), url: page.url });
  return { page: analyzed, type: page.type, ...labelBlocks(analyzed.blocks.blocks, page) };
}

const started = performance.now();
const pages = readGoldPages(folder).filter((_, index) => index % Number(step) === 0);
const writer = new DumpWriter(resolve(outFolder));
/** By fold: a composed page has all its parts from one fold. */
const donors: Donor[][] = Array.from({ length: foldCount }, () => []);
let reached = 0;
let wanted = 0;
for (const page of pages) {
  const labeled = await analyzeGoldPage(page);
  const site = registeredDomainOf(page);
  writer.add(labeled.page.features, labeled, {
    id: page.id,
    site,
    fold: foldIndexOf(site, foldCount),
    type: page.type,
    goldWords: labeled.wanted,
    isComposed: false,
  });
  const groups = findForeignGroups(labeled).slice(0, groupsPerPageMax);
  donors[foldIndexOf(site, foldCount)]?.push({ id: page.id, site, groups, ...findForeignTexts(labeled) });
  reached += labeled.reached;
  wanted += labeled.wanted;
}
let composedPages = 0;
for (const page of pages.filter(({ type }) => type === 'article')) {
  const site = registeredDomainOf(page);
  const fold = foldIndexOf(site, foldCount);
  const others = (donors[fold] ?? []).filter((donor) => donor.site !== site);
  const groups = others.flatMap((donor) => donor.groups.map((group) => ({ group, id: donor.id })));
  const texts = {
    headlines: others.flatMap(({ headlines }) => headlines),
    prompts: others.flatMap(({ prompts }) => prompts),
  };
  const article = await analyzeGoldPage(page);
  for (const composition of compositions) {
    const donor = new SeededRandom(`${page.id} ${composition}`).pick(groups);
    if (!donor) continue;
    const id = `${page.id}+${donor.id} ${composition}`;
    const composed = composePage(article, donor.group, texts, id);
    if (!composed) continue;
    const features = computeBlockFeatures(segmentBlocks(composed.tree), article.page.signals);
    const goldWords = features.textFeatures.reduce(
      (sum, { words }, block) => sum + words * (composed.labels[block] ?? 0),
      0,
    );
    writer.add(features, composed, {
      id,
      site,
      fold,
      type: page.type,
      goldWords,
      isComposed: true,
    });
    composedPages++;
  }
}
writer.close();
console.log(
  `${pages.length} pages, ${composedPages} composed; ${((100 * reached) / Math.max(1, wanted)).toFixed(1)} % of the gold words found in blocks; ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
