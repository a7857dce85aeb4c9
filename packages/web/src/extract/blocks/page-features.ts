import { isProse } from './block-positions.ts';
import { classNameGroups } from './class-name-hints.ts';
import type { ContentCandidates } from './content-candidates.ts';
import { ancestorColumns, ancestorKinds, type ElementFeatures, noAncestor } from './element-features.ts';
import { type PageSignals, pageSignalNames } from './page-signals.ts';
import type { SegmentedPage } from './segment-blocks.ts';
import { type TextFeatures, wordGroups } from './text-features.ts';

export const pageFeatureNames: readonly string[] = [
  ...pageSignalNames,
  'blocks',
  'chars',
  'linkShare',
  'proseBlocks',
  'proseShare',
  'headings',
  'h1',
  'tables',
  'lists',
  'pres',
  'articles',
  'mains',
  'forms',
  'images',
  'currencies',
  'years',
  'reviewBlocks',
  'forumBlocks',
  'cartBlocks',
  'signShare',
  'topShare',
  'densestShare',
  'meanBlock',
  'alikeMax',
  'codeShare',
  'messageShare',
  'productShare',
  'postShare',
  'docShare',
  'cardShare',
  'priceShare',
  'reviewShare',
  'faqShare',
  'commentShare',
  'stopShare',
];

/** Features of the whole page, for the page head and beside those of every block. */
export function computePageFeatures(
  page: SegmentedPage,
  texts: readonly TextFeatures[],
  facts: ElementFeatures,
  candidates: ContentCandidates,
  signals: PageSignals,
): Float32Array {
  const total = Math.max(1, facts.chars[0] ?? 0);
  const tags = new Map<string, number>();
  let alikeMax = 0;
  for (const [number, element] of page.elements.entries()) {
    if (!element) continue;
    tags.set(element.tagName, (tags.get(element.tagName) ?? 0) + 1);
    const chars = facts.chars[number] ?? 0;
    if (chars > 20) alikeMax = Math.max(alikeMax, facts.similarSiblings[number] ?? 0);
  }
  const tagCount = (...names: string[]) => names.reduce((sum, name) => sum + (tags.get(name) ?? 0), 0);
  const groups = new Float64Array(wordGroups.length);
  const shares = new Float64Array(classNameGroups.length);
  const sums = { prose: 0, proseChars: 0, currencies: 0, years: 0, signs: 0, words: 0, stop: 0 };
  for (const [index, block] of page.blocks.entries()) {
    const text = texts[index];
    if (!text) continue;
    if (isProse(block, text)) {
      sums.prose++;
      sums.proseChars += block.chars;
    }
    sums.currencies += text.currencies;
    sums.years += text.years;
    sums.signs += text.commas + text.periods;
    sums.words += text.words;
    sums.stop += text.stopWords;
    for (let group = 0; group < groups.length; group++) {
      if ((text.wordGroupCounts[group] ?? 0) > 0) groups[group] = (groups[group] ?? 0) + 1;
    }
    const row = block.container * ancestorColumns + ancestorKinds.length;
    for (let group = 0; group < shares.length; group++) {
      if ((facts.ancestorDistance[row + group] ?? noAncestor) < 8)
        shares[group] = (shares[group] ?? 0) + block.chars / total;
    }
  }
  const group = (name: string) => groups[wordGroups.indexOf(name)] ?? 0;
  const share = (name: string) => shares[classNameGroups.indexOf(name)] ?? 0;
  const values = [
    page.blocks.length,
    total,
    (facts.linkChars[0] ?? 0) / total,
    sums.prose,
    sums.proseChars / total,
    tagCount('h1', 'h2', 'h3', 'h4', 'h5', 'h6'),
    tagCount('h1'),
    tagCount('table'),
    tagCount('ul', 'ol'),
    tagCount('pre'),
    tagCount('article'),
    tagCount('main'),
    tagCount('form'),
    facts.imageCount[0] ?? 0,
    sums.currencies,
    sums.years,
    group('review'),
    group('forum'),
    group('cart'),
    sums.signs / Math.max(1, sums.words),
    (facts.chars[candidates.top] ?? 0) / total,
    (facts.chars[candidates.densest] ?? 0) / total,
    total / Math.max(1, page.blocks.length),
    alikeMax,
    share('code'),
    share('message'),
    share('product'),
    share('post'),
    share('doc'),
    share('card'),
    share('price'),
    share('review'),
    share('faq'),
    share('comment'),
    sums.stop / Math.max(1, sums.words),
  ];
  const row = new Float32Array(pageFeatureNames.length);
  row.set(signals.values);
  row.set(values, signals.values.length);
  return row;
}
