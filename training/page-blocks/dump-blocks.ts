import { resolve } from 'node:path';
import { analyzePage } from '@quern/web/extract/analyze-page';
import { computeBlockFeatures } from '@quern/web/extract/blocks/block-features';
import { segmentBlocks } from '@quern/web/extract/segments/segment-blocks';
import { composePage, type ForeignGroup, findForeignGroups, type LabeledPage } from './compose-page.ts';
import { DumpWriter } from './dump-writer.ts';
import { labelBlocks } from './label-blocks.ts';
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

interface Donor extends ForeignGroup {
  readonly id: string;
  readonly site: string;
}

async function analyzeGoldPage(page: GoldPage): Promise<LabeledPage & { reached: number; wanted: number }> {
  const analyzed = await analyzePage({ html: readGoldHtml(folder, page.id), url: page.url });
  return { page: analyzed, type: page.type, ...labelBlocks(analyzed.blocks.blocks, page) };
}

const started = performance.now();
const pages = readGoldPages(folder).filter((_, index) => index % Number(step) === 0);
const writer = new DumpWriter(resolve(outFolder));
/** By fold: a composed page has both its parts from one fold. */
const donors: Donor[][] = Array.from({ length: foldCount }, () => []);
let reached = 0;
let wanted = 0;
for (const page of pages) {
  const labeled = await analyzeGoldPage(page);
  const site = registeredDomainOf(page);
  writer.add(labeled.page.features, labeled.labels, {
    id: page.id,
    site,
    fold: foldIndexOf(site, foldCount),
    type: page.type,
    goldWords: labeled.wanted,
    isComposed: false,
  });
  const groups = findForeignGroups(labeled).slice(0, groupsPerPageMax);
  donors[foldIndexOf(site, foldCount)]?.push(...groups.map((group) => ({ ...group, id: page.id, site })));
  reached += labeled.reached;
  wanted += labeled.wanted;
}
let composedPages = 0;
for (const page of pages.filter(({ type }) => type === 'article')) {
  const site = registeredDomainOf(page);
  const fold = foldIndexOf(site, foldCount);
  const foreign = (donors[fold] ?? []).filter((donor) => donor.site !== site);
  const donor = new SeededRandom(page.id).pick(foreign);
  if (!donor) continue;
  const article = await analyzeGoldPage(page);
  const composed = composePage(article, donor, `${page.id} ${donor.id}`);
  if (!composed) continue;
  const features = computeBlockFeatures(segmentBlocks(composed.tree), article.page.signals);
  writer.add(features, composed.labels, {
    id: `${page.id}+${donor.id}`,
    site,
    fold,
    type: page.type,
    goldWords: article.wanted,
    isComposed: true,
  });
  composedPages++;
}
writer.close();
console.log(
  `${pages.length} pages, ${composedPages} composed; ${((100 * reached) / Math.max(1, wanted)).toFixed(1)} % of the gold words found in blocks; ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
