import type { SegmentedPage } from '../segments/segment-blocks.ts';
import { type TextFeatures, wordGroups } from '../segments/text-features.ts';
import { ancestorKinds } from './ancestor-kinds.ts';
import { isProse } from './block-positions.ts';
import { classNameGroups } from './class-name-hints.ts';
import type { ContentCandidates } from './content-candidates.ts';
import { ancestorColumns, type ElementFeatures, noAncestor } from './element-features.ts';
import { type PageSignals, pageSignalNames } from './page-signals.ts';
import type { PageStructure } from './page-structure.ts';

/** Measurements of a page. */
export interface PageFeaturesInput {
  readonly page: SegmentedPage;
  readonly textFeatures: readonly TextFeatures[];
  readonly elementFeatures: ElementFeatures;
  readonly candidates: ContentCandidates;
  readonly signals: PageSignals;
  readonly structure: PageStructure;
}

/** Counts and sums over all blocks and elements of a page. */
interface PageTotals {
  readonly blocks: number;
  /** At least 1. */
  readonly chars: number;
  readonly elements: ElementFeatures;
  readonly candidates: ContentCandidates;
  readonly structure: PageStructure;
  readonly units: UnitTotals;
  /** Number of elements by tag. */
  readonly tags: ReadonlyMap<string, number>;
  /** The largest number of similar siblings of an element with text. */
  readonly similarSiblingsMax: number;
  readonly text: Readonly<TextTotals>;
  /** Number of blocks with a word of each group. */
  readonly wordGroupBlocks: Float64Array;
  /** Share of characters close below a class name of each group. */
  readonly classNameShares: Float64Array;
}

/** Repeated units, counted once at their outermost level. */
interface UnitTotals {
  /** Shares of the page's characters in all units, and in units that mostly link to other pages of the site. */
  readonly share: number;
  readonly linkingShare: number;
  /** Size and mean characters of the units with the most characters together. */
  readonly largestSize: number;
  readonly largestMeanChars: number;
}

interface TextTotals {
  proseBlocks: number;
  proseChars: number;
  currencies: number;
  years: number;
  sentenceMarks: number;
  words: number;
  stopWords: number;
}

/** One column of a page's row: its name in the trained model, and how it is computed. */
type PageFeature = readonly [name: string, compute: (totals: PageTotals) => number];

/** Elements with fewer characters do not count for `similarSiblingsMax`. */
const similarCharsMin = 20;
/** Units link to other pages of the site if at least this share of them does. */
const linkingShareMin = 0.5;
/** Steps up within which a class name applies to a block. */
const classNameSteps = 8;

const pageColumns: readonly PageFeature[] = [
  ['blocks', ({ blocks }) => blocks],
  ['chars', ({ chars }) => chars],
  ['linkShare', ({ elements, chars }) => (elements.linkChars[0] ?? 0) / chars],
  ['proseBlocks', ({ text }) => text.proseBlocks],
  ['proseShare', ({ text, chars }) => text.proseChars / chars],
  ['headings', ({ tags }) => tagCount(tags, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')],
  ['h1', ({ tags }) => tagCount(tags, 'h1')],
  ['tables', ({ tags }) => tagCount(tags, 'table')],
  ['lists', ({ tags }) => tagCount(tags, 'ul', 'ol')],
  ['pres', ({ tags }) => tagCount(tags, 'pre')],
  ['articles', ({ tags }) => tagCount(tags, 'article')],
  ['mains', ({ tags }) => tagCount(tags, 'main')],
  ['forms', ({ tags }) => tagCount(tags, 'form')],
  ['images', ({ elements }) => elements.imageCount[0] ?? 0],
  ['currencies', ({ text }) => text.currencies],
  ['years', ({ text }) => text.years],
  wordGroupColumn('reviewBlocks', 'review'),
  wordGroupColumn('forumBlocks', 'forum'),
  wordGroupColumn('cartBlocks', 'cart'),
  ['signShare', ({ text }) => text.sentenceMarks / Math.max(1, text.words)],
  ['topShare', ({ elements, candidates, chars }) => (elements.chars[candidates.top] ?? 0) / chars],
  ['densestShare', ({ elements, candidates, chars }) => (elements.chars[candidates.densest] ?? 0) / chars],
  ['meanBlock', ({ chars, blocks }) => chars / Math.max(1, blocks)],
  ['alikeMax', ({ similarSiblingsMax }) => similarSiblingsMax],
  classNameColumn('codeShare', 'code'),
  classNameColumn('messageShare', 'message'),
  classNameColumn('productShare', 'product'),
  classNameColumn('postShare', 'post'),
  classNameColumn('docShare', 'doc'),
  classNameColumn('cardShare', 'card'),
  classNameColumn('priceShare', 'price'),
  classNameColumn('reviewShare', 'review'),
  classNameColumn('faqShare', 'faq'),
  classNameColumn('commentShare', 'comment'),
  ['stopShare', ({ text }) => text.stopWords / Math.max(1, text.words)],
  ['bodyShare', ({ structure: { body } }) => body.share],
  ['bodyChars', ({ structure: { body } }) => body.chars],
  ['bodyBlocks', ({ structure: { body } }) => body.lastBlock - body.firstBlock],
  ['statedBlocks', ({ structure: { firstStated, lastStated } }) => lastStated - firstStated],
  ['unitShare', ({ units }) => units.share],
  ['unitLinkingShare', ({ units }) => units.linkingShare],
  ['unitSize', ({ units }) => units.largestSize],
  ['unitMeanChars', ({ units }) => units.largestMeanChars],
  ['sameSiteLinks', ({ structure: { links } }) => links.sameSite[0] ?? 0],
];

/** Names of a page's features in the order of its row; BlockModel compares them with those of the trained model. */
export const pageFeatureNames: readonly string[] = [...pageSignalNames, ...pageColumns.map(([name]) => name)];

/** Computes the features of the page as a whole, which also end the row of every block. */
export function computePageFeatures(input: PageFeaturesInput): Float32Array {
  const totals = totalsOf(input);
  const row = new Float32Array(pageFeatureNames.length);
  row.set(input.signals.values);
  let column = input.signals.values.length;
  for (const [, compute] of pageColumns) row[column++] = compute(totals);
  return row;
}

function totalsOf(input: PageFeaturesInput): PageTotals {
  const { page, textFeatures, elementFeatures: elements, candidates, structure } = input;
  const chars = Math.max(1, elements.chars[0] ?? 0);
  const text: TextTotals = {
    proseBlocks: 0,
    proseChars: 0,
    currencies: 0,
    years: 0,
    sentenceMarks: 0,
    words: 0,
    stopWords: 0,
  };
  const wordGroupBlocks = new Float64Array(wordGroups.length);
  const classNameShares = new Float64Array(classNameGroups.length);
  for (const [index, block] of page.blocks.entries()) {
    const features = textFeatures[index];
    if (!features) continue;
    if (isProse(block, features)) {
      text.proseBlocks++;
      text.proseChars += block.chars;
    }
    text.currencies += features.currencies;
    text.years += features.years;
    text.sentenceMarks += features.commas + features.periods;
    text.words += features.words;
    text.stopWords += features.stopWords;
    for (let group = 0; group < wordGroupBlocks.length; group++) {
      if ((features.wordGroupCounts[group] ?? 0) > 0)
        wordGroupBlocks[group] = (wordGroupBlocks[group] ?? 0) + 1;
    }
    const row = block.container * ancestorColumns + ancestorKinds.length;
    for (let group = 0; group < classNameShares.length; group++) {
      if ((elements.ancestorDistance[row + group] ?? noAncestor) < classNameSteps)
        classNameShares[group] = (classNameShares[group] ?? 0) + block.chars / chars;
    }
  }
  return {
    blocks: page.blocks.length,
    chars,
    elements,
    candidates,
    structure,
    units: sumUnits(page, elements, structure, chars),
    text,
    wordGroupBlocks,
    classNameShares,
    ...countElements(page, elements),
  };
}

function countElements(
  page: SegmentedPage,
  { chars, similarSiblings }: ElementFeatures,
): Pick<PageTotals, 'tags' | 'similarSiblingsMax'> {
  const tags = new Map<string, number>();
  let similarSiblingsMax = 0;
  for (const [index, element] of page.elements.entries()) {
    if (!element) continue;
    tags.set(element.name, (tags.get(element.name) ?? 0) + 1);
    if ((chars[index] ?? 0) > similarCharsMin)
      similarSiblingsMax = Math.max(similarSiblingsMax, similarSiblings[index] ?? 0);
  }
  return { tags, similarSiblingsMax };
}

function sumUnits(
  page: SegmentedPage,
  { chars }: ElementFeatures,
  { units }: PageStructure,
  pageChars: number,
): UnitTotals {
  let inUnits = 0;
  let inLinking = 0;
  let largest = 0;
  let largestChars = 0;
  for (let index = 1; index < page.elements.length; index++) {
    if (units.outerUnitOf[index] !== index) continue;
    inUnits += chars[index] ?? 0;
    if ((units.linkingShare[index] ?? 0) >= linkingShareMin) inLinking += chars[index] ?? 0;
    const groupChars = (units.meanChars[index] ?? 0) * (units.size[index] ?? 0);
    if (groupChars <= largestChars) continue;
    largest = index;
    largestChars = groupChars;
  }
  return {
    share: inUnits / pageChars,
    linkingShare: inLinking / pageChars,
    largestSize: units.size[largest] ?? 0,
    largestMeanChars: units.meanChars[largest] ?? 0,
  };
}

function tagCount(tags: ReadonlyMap<string, number>, ...names: string[]): number {
  return names.reduce((sum, name) => sum + (tags.get(name) ?? 0), 0);
}

function wordGroupColumn(name: string, group: string): PageFeature {
  const index = wordGroups.indexOf(group);
  return [name, ({ wordGroupBlocks }) => wordGroupBlocks[index] ?? 0];
}

function classNameColumn(name: string, group: string): PageFeature {
  const index = classNameGroups.indexOf(group);
  return [name, ({ classNameShares }) => classNameShares[index] ?? 0];
}
