import { type BlockPositions, computeBlockPositions, headingLevel } from './block-positions.ts';
import { classNameGroups } from './class-name-hints.ts';
import {
  type ContentCandidates,
  findContentCandidates,
  isDescendantOrSelf,
  stepsToCommonAncestor,
} from './content-candidates.ts';
import {
  ancestorColumns,
  ancestorKinds,
  computeElementFeatures,
  type ElementFeatures,
  noAncestor,
} from './element-features.ts';
import { computePageFeatures, pageFeatureNames } from './page-features.ts';
import { ngramShare, type PageSignals } from './page-signals.ts';
import type { SegmentedPage, TextBlock } from './segment-blocks.ts';
import { computeTextFeatures, type TextFeatures, wordGroups } from './text-features.ts';

/** What the trees look at: a row of numbers for each block, written when asked for, and one for the page. */
export interface BlockFeatures {
  readonly blockCount: number;
  readonly pageRow: Float32Array;
  /** Writes the features of a block, as many as `blockFeatureNames`, into `rows` from `offset` on. */
  readonly writeRow: (block: number, rows: Float32Array, offset: number) => void;
  readonly textFeatures: readonly TextFeatures[];
  readonly elementFeatures: ElementFeatures;
}

const ancestorLevels = 5;
const neighbourOffsets = [-3, -2, -1, 1, 2, 3] as const;
const ancestorNames = ['tag', 'linkShare', 'chars', 'blocks', 'alike', 'sibling', 'signs'];
const neighbourNames = ['words', 'linkShare', 'stopShare', 'end', 'steps', 'tag', 'alike'];
const textNames = [
  'chars',
  'words',
  'wordLength',
  'linkShare',
  'strongShare',
  'links',
  'breaks',
  'stopShare',
  'commas',
  'periods',
  'signShare',
  'digitShare',
  'capitalisedShare',
  'upperShare',
  'questions',
  'currencies',
  'separators',
  'years',
  'end',
  'hasAt',
  'hasCopyright',
  'startsUpper',
];
const placeNames = [
  'index',
  'indexShare',
  'charsBefore',
  'charsBehind',
  'depth',
  'pageBlocks',
  'pageChars',
  'sinceTitle',
  'behindTitle',
  'sinceProse',
  'untilProse',
  'headingLevel',
  'sinceHeading',
  'headingSharesSection',
  'copies',
  'copyIndex',
  'pathCount',
  'pathChars',
  'pathWords',
  'pathIndex',
  'titleShare',
  'authorShare',
  'statedShare',
  'describedShare',
  'sectionShare',
  'sectionLinkShare',
  'headingsBefore',
  'images',
];
const candidateNames = [
  'points0',
  'points1',
  'points2',
  'points3',
  'topSteps',
  'inTop',
  'topShare',
  'densestSteps',
  'inDensest',
  'densestShare',
  'inMain',
  'mainShare',
  'inArticle',
  'articleShare',
  'mainSteps',
];
export const blockFeatureNames: readonly string[] = [
  ...textNames,
  ...wordGroups.map((name) => `word:${name}`),
  ...range(ancestorLevels).flatMap((level) => ancestorNames.map((name) => `above${level}:${name}`)),
  ...ancestorKinds.map((name) => `in:${name}`),
  ...classNameGroups.map((name) => `name:${name}`),
  ...placeNames,
  ...wordGroups.map((name) => `heading:${name}`),
  ...candidateNames,
  ...neighbourOffsets.flatMap((offset) => neighbourNames.map((name) => `next${offset}:${name}`)),
  ...pageFeatureNames.map((name) => `page:${name}`),
];

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Computes all features of a page; the only place that does, for training and use alike. */
export function computeBlockFeatures(page: SegmentedPage, signals: PageSignals): BlockFeatures {
  const texts = page.blocks.map(computeTextFeatures);
  const facts = computeElementFeatures(page, texts);
  const candidates = findContentCandidates(page, texts, facts, {
    main: ancestorKinds.indexOf('main'),
    article: ancestorKinds.indexOf('article'),
  });
  const pageRow = computePageFeatures(page, texts, facts, candidates, signals);
  const writer = new RowWriter({ page, texts, facts, candidates, signals, pageRow });
  return {
    blockCount: page.blocks.length,
    pageRow: pageRow,
    textFeatures: texts,
    elementFeatures: facts,
    writeRow: (block, rows, offset) => writer.write(block, rows, offset),
  };
}

/** All that is known of a page. */
interface Known {
  readonly page: SegmentedPage;
  readonly texts: readonly TextFeatures[];
  readonly facts: ElementFeatures;
  readonly candidates: ContentCandidates;
  readonly signals: PageSignals;
  readonly pageRow: Float32Array;
}

const nothing: TextBlock = {
  container: 0,
  texts: [],
  text: '',
  chars: 0,
  linkChars: 0,
  strongChars: 0,
  links: 0,
  breaks: 0,
};

class RowWriter {
  private readonly page: SegmentedPage;
  private readonly texts: readonly TextFeatures[];
  private readonly facts: ElementFeatures;
  private readonly candidates: ContentCandidates;
  private readonly signals: PageSignals;
  private readonly pageRow: Float32Array;
  private readonly places: BlockPositions;
  private rows: Float32Array = new Float32Array(0);
  private at = 0;

  constructor({ page, texts, facts, candidates, signals, pageRow }: Known) {
    this.page = page;
    this.texts = texts;
    this.facts = facts;
    this.candidates = candidates;
    this.signals = signals;
    this.pageRow = pageRow;
    this.places = computeBlockPositions(page, texts, facts);
  }

  write(index: number, rows: Float32Array, offset: number): void {
    const block = this.page.blocks[index];
    const text = this.texts[index];
    if (!block || !text) return;
    this.rows = rows;
    this.at = offset;
    this.writeText(block, text);
    this.writeAncestors(block);
    const row = block.container * ancestorColumns;
    for (let kind = 0; kind < ancestorColumns; kind++)
      this.put(this.facts.ancestorDistance[row + kind] ?? noAncestor);
    this.writePlace(index, block, text);
    this.writeCandidates(block);
    for (const offset of neighbourOffsets) this.writeNeighbour(index, offset, block);
    this.rows.set(this.pageRow, this.at);
  }

  private put(value: number): void {
    this.rows[this.at++] = value;
  }

  private writeText(block: TextBlock, text: TextFeatures): void {
    const { chars } = block;
    const words = Math.max(1, text.words);
    this.put(chars);
    this.put(text.words);
    this.put(text.wordLength);
    this.put(block.linkChars / chars);
    this.put(block.strongChars / chars);
    this.put(block.links);
    this.put(block.breaks);
    this.put(text.stopWords / words);
    this.put(text.commas);
    this.put(text.periods);
    this.put((text.commas + text.periods) / words);
    this.put(text.digits / chars);
    this.put(text.capitalized / words);
    this.put(text.upperCase / chars);
    this.put(text.questions);
    this.put(text.currencies);
    this.put(text.separators);
    this.put(text.years);
    this.put(text.endMark);
    this.put(text.hasAt);
    this.put(text.hasCopyright);
    this.put(text.startsUpper);
    for (let group = 0; group < wordGroups.length; group++) this.put(text.wordGroupCounts[group] ?? 0);
  }

  private writeAncestors(block: TextBlock): void {
    const { facts, page } = this;
    let number = block.container;
    for (let level = 0; level < ancestorLevels; level++) {
      const known = number >= 0;
      const chars = known ? Math.max(1, facts.chars[number] ?? 0) : 1;
      this.put(known ? (facts.tagRank[number] ?? 0) : -1);
      this.put(known ? (facts.linkChars[number] ?? 0) / chars : -1);
      this.put(known ? chars : -1);
      this.put(known ? (page.endBlock[number] ?? 0) - (page.firstBlock[number] ?? 0) : -1);
      this.put(known ? (facts.similarSiblings[number] ?? 0) : -1);
      this.put(known ? (facts.siblingIndex[number] ?? 0) : -1);
      this.put(known ? (facts.sentenceMarks[number] ?? 0) / Math.max(1, facts.words[number] ?? 0) : -1);
      if (known) number = page.parents[number] ?? -1;
    }
  }

  private writePlace(index: number, block: TextBlock, text: TextFeatures): void {
    const { places, page, facts } = this;
    const total = Math.max(1, facts.chars[0] ?? 0);
    const count = page.blocks.length;
    const before = places.charsBefore[index] ?? 0;
    this.put(index);
    this.put(index / count);
    this.put(before / total);
    this.put(total - before - block.chars);
    this.put(page.depths[block.container] ?? 0);
    this.put(count);
    this.put(total);
    this.put(places.titleBlock < 0 ? -1000 : index - places.titleBlock);
    this.put(places.titleBlock < 0 ? -1 : Number(index >= places.titleBlock));
    this.put(places.blocksSinceProse[index] ?? 0);
    this.put(places.blocksUntilProse[index] ?? 0);
    const heading = places.nearestHeading[index] ?? -1;
    const headingContainer = page.blocks[heading]?.container ?? 0;
    this.put(heading < 0 ? 0 : headingLevel(page, headingContainer));
    this.put(heading < 0 ? -1 : index - heading);
    this.put(heading < 0 ? -1 : stepsToCommonAncestor(page, block.container, headingContainer));
    this.put(places.duplicateCounts.get(text.hash) ?? 1);
    this.put(places.duplicateIndex[index] ?? 0);
    const path = places.pathTotals.get(facts.pathHash[block.container] ?? 0);
    this.put(path?.blocks ?? 1);
    this.put((path?.chars ?? 0) / total);
    this.put((path?.words ?? 0) / Math.max(1, path?.blocks ?? 1));
    this.put(places.pathIndex[index] ?? 0);
    this.put(shareIn(text.wordHashes, this.signals.titleWordHashes));
    this.put(shareIn(text.wordHashes, this.signals.authorWordHashes));
    this.put(ngramShare(text.wordHashes, this.signals.bodyNgrams));
    this.put(ngramShare(text.wordHashes, this.signals.descriptionNgrams));
    const section = this.sectionOf(block.container);
    this.put((facts.chars[section] ?? 0) / total);
    this.put((facts.linkChars[section] ?? 0) / Math.max(1, facts.chars[section] ?? 0));
    this.put(places.headingsBefore[index] ?? 0);
    this.put(facts.imageCount[page.parents[block.container] ?? 0] ?? 0);
    const headingGroups = this.texts[heading]?.wordGroupCounts;
    for (let group = 0; group < wordGroups.length; group++) this.put(headingGroups?.[group] ?? 0);
  }

  /** The part of the page in which an element lies: its ancestor at depth five. */
  private sectionOf(container: number): number {
    let number = container;
    while ((this.page.depths[number] ?? 0) > 5) number = this.page.parents[number] ?? 0;
    return number;
  }

  private writeCandidates(block: TextBlock): void {
    const { candidates, page, facts } = this;
    const total = Math.max(1, facts.chars[0] ?? 0);
    let number = block.container;
    for (let level = 0; level < 4; level++) {
      this.put(number < 0 ? -1 : (candidates.scores[number] ?? 0));
      if (number >= 0) number = page.parents[number] ?? -1;
    }
    const share = (element: number) => (element < 0 ? -1 : (facts.chars[element] ?? 0) / total);
    const inside = (element: number) =>
      element < 0 ? -1 : Number(isDescendantOrSelf(page, block.container, element));
    this.put(stepsToCommonAncestor(page, block.container, candidates.top));
    this.put(inside(candidates.top));
    this.put(share(candidates.top));
    this.put(stepsToCommonAncestor(page, block.container, candidates.densest));
    this.put(inside(candidates.densest));
    this.put(share(candidates.densest));
    this.put(inside(candidates.main));
    this.put(share(candidates.main));
    this.put(inside(candidates.article));
    this.put(share(candidates.article));
    this.put(candidates.main < 0 ? -1 : stepsToCommonAncestor(page, block.container, candidates.main));
  }

  private writeNeighbour(index: number, offset: number, block: TextBlock): void {
    const other = this.page.blocks[index + offset] ?? nothing;
    const text = this.texts[index + offset];
    const { facts } = this;
    this.put(text?.words ?? -1);
    this.put(other.linkChars / Math.max(1, other.chars));
    this.put((text?.stopWords ?? 0) / Math.max(1, text?.words ?? 0));
    this.put(text?.endMark ?? -1);
    this.put(text ? stepsToCommonAncestor(this.page, block.container, other.container) : -1);
    this.put(facts.tagRank[other.container] ?? 0);
    this.put(
      Number(text !== undefined && facts.pathHash[other.container] === facts.pathHash[block.container]),
    );
  }
}

function shareIn(hashes: Int32Array, set: ReadonlySet<number>): number {
  if (set.size === 0 || hashes.length === 0) return -1;
  let inside = 0;
  for (const hash of hashes) if (set.has(hash)) inside++;
  return inside / hashes.length;
}
