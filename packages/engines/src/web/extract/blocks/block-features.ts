import { type Candidates, findCandidates, isInside, stepsToShared } from './find-candidates.ts';
import { nameGroups } from './match-names.ts';
import { pageFeatureNames, pageFeatures } from './page-features.ts';
import { gramShare, type PageSignals } from './page-signals.ts';
import { aroundCount, type ElementFacts, far, readElements, surroundings } from './read-elements.ts';
import { headingLevel, type Places, readPlaces } from './read-places.ts';
import { readText, type TextFacts, wordGroups } from './read-text.ts';
import type { BlockPage, TextBlock } from './segment-blocks.ts';

/** What the trees look at: a row of numbers for each block, written when asked for, and one for the page. */
export interface Features {
  readonly count: number;
  readonly page: Float32Array;
  /** Writes the features of a block, as many as `blockFeatureNames`, into `rows` from `offset` on. */
  readonly write: (block: number, rows: Float32Array, offset: number) => void;
  readonly texts: readonly TextFacts[];
  readonly facts: ElementFacts;
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
  ...surroundings.map((name) => `in:${name}`),
  ...nameGroups.map((name) => `name:${name}`),
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
export function blockFeatures(page: BlockPage, signals: PageSignals): Features {
  const texts = page.blocks.map(readText);
  const facts = readElements(page, texts);
  const candidates = findCandidates(page, texts, facts, {
    main: surroundings.indexOf('main'),
    article: surroundings.indexOf('article'),
  });
  const pageRow = pageFeatures(page, texts, facts, candidates, signals);
  const writer = new RowWriter({ page, texts, facts, candidates, signals, pageRow });
  return {
    count: page.blocks.length,
    page: pageRow,
    texts,
    facts,
    write: (block, rows, offset) => writer.write(block, rows, offset),
  };
}

/** All that is known of a page. */
interface Known {
  readonly page: BlockPage;
  readonly texts: readonly TextFacts[];
  readonly facts: ElementFacts;
  readonly candidates: Candidates;
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
  private readonly page: BlockPage;
  private readonly texts: readonly TextFacts[];
  private readonly facts: ElementFacts;
  private readonly candidates: Candidates;
  private readonly signals: PageSignals;
  private readonly pageRow: Float32Array;
  private readonly places: Places;
  private rows: Float32Array = new Float32Array(0);
  private at = 0;

  constructor({ page, texts, facts, candidates, signals, pageRow }: Known) {
    this.page = page;
    this.texts = texts;
    this.facts = facts;
    this.candidates = candidates;
    this.signals = signals;
    this.pageRow = pageRow;
    this.places = readPlaces(page, texts, facts);
  }

  write(index: number, rows: Float32Array, offset: number): void {
    const block = this.page.blocks[index];
    const text = this.texts[index];
    if (!block || !text) return;
    this.rows = rows;
    this.at = offset;
    this.writeText(block, text);
    this.writeAncestors(block);
    const row = block.container * aroundCount;
    for (let kind = 0; kind < aroundCount; kind++) this.put(this.facts.around[row + kind] ?? far);
    this.writePlace(index, block, text);
    this.writeCandidates(block);
    for (const offset of neighbourOffsets) this.writeNeighbour(index, offset, block);
    this.rows.set(this.pageRow, this.at);
  }

  private put(value: number): void {
    this.rows[this.at++] = value;
  }

  private writeText(block: TextBlock, text: TextFacts): void {
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
    this.put(text.capitalised / words);
    this.put(text.upperCase / chars);
    this.put(text.questions);
    this.put(text.currencies);
    this.put(text.separators);
    this.put(text.years);
    this.put(text.end);
    this.put(text.hasAt);
    this.put(text.hasCopyright);
    this.put(text.startsUpper);
    for (let group = 0; group < wordGroups.length; group++) this.put(text.groups[group] ?? 0);
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
      this.put(known ? (facts.alike[number] ?? 0) : -1);
      this.put(known ? (facts.siblingIndex[number] ?? 0) : -1);
      this.put(known ? (facts.sentenceSigns[number] ?? 0) / Math.max(1, facts.words[number] ?? 0) : -1);
      if (known) number = page.parents[number] ?? -1;
    }
  }

  private writePlace(index: number, block: TextBlock, text: TextFacts): void {
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
    this.put(places.title < 0 ? -1000 : index - places.title);
    this.put(places.title < 0 ? -1 : Number(index >= places.title));
    this.put(places.sinceProse[index] ?? 0);
    this.put(places.untilProse[index] ?? 0);
    const heading = places.heading[index] ?? -1;
    const headingContainer = page.blocks[heading]?.container ?? 0;
    this.put(heading < 0 ? 0 : headingLevel(page, headingContainer));
    this.put(heading < 0 ? -1 : index - heading);
    this.put(heading < 0 ? -1 : stepsToShared(page, block.container, headingContainer));
    this.put(places.copies.get(text.hash) ?? 1);
    this.put(places.copyIndex[index] ?? 0);
    const path = places.paths.get(facts.path[block.container] ?? 0);
    this.put(path?.blocks ?? 1);
    this.put((path?.chars ?? 0) / total);
    this.put((path?.words ?? 0) / Math.max(1, path?.blocks ?? 1));
    this.put(places.pathIndex[index] ?? 0);
    this.put(shareIn(text.wordHashes, this.signals.titleWords));
    this.put(shareIn(text.wordHashes, this.signals.authorWords));
    this.put(gramShare(text.wordHashes, this.signals.statedGrams));
    this.put(gramShare(text.wordHashes, this.signals.describedGrams));
    const section = this.sectionOf(block.container);
    this.put((facts.chars[section] ?? 0) / total);
    this.put((facts.linkChars[section] ?? 0) / Math.max(1, facts.chars[section] ?? 0));
    this.put(places.headingsBefore[index] ?? 0);
    this.put(facts.images[page.parents[block.container] ?? 0] ?? 0);
    const headingGroups = this.texts[heading]?.groups;
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
      this.put(number < 0 ? -1 : (candidates.points[number] ?? 0));
      if (number >= 0) number = page.parents[number] ?? -1;
    }
    const share = (element: number) => (element < 0 ? -1 : (facts.chars[element] ?? 0) / total);
    const inside = (element: number) => (element < 0 ? -1 : Number(isInside(page, block.container, element)));
    this.put(stepsToShared(page, block.container, candidates.top));
    this.put(inside(candidates.top));
    this.put(share(candidates.top));
    this.put(stepsToShared(page, block.container, candidates.densest));
    this.put(inside(candidates.densest));
    this.put(share(candidates.densest));
    this.put(inside(candidates.main));
    this.put(share(candidates.main));
    this.put(inside(candidates.article));
    this.put(share(candidates.article));
    this.put(candidates.main < 0 ? -1 : stepsToShared(page, block.container, candidates.main));
  }

  private writeNeighbour(index: number, offset: number, block: TextBlock): void {
    const other = this.page.blocks[index + offset] ?? nothing;
    const text = this.texts[index + offset];
    const { facts } = this;
    this.put(text?.words ?? -1);
    this.put(other.linkChars / Math.max(1, other.chars));
    this.put((text?.stopWords ?? 0) / Math.max(1, text?.words ?? 0));
    this.put(text?.end ?? -1);
    this.put(text ? stepsToShared(this.page, block.container, other.container) : -1);
    this.put(facts.tagRank[other.container] ?? 0);
    this.put(Number(text !== undefined && facts.path[other.container] === facts.path[block.container]));
  }
}

function shareIn(hashes: Int32Array, set: ReadonlySet<number>): number {
  if (set.size === 0 || hashes.length === 0) return -1;
  let inside = 0;
  for (const hash of hashes) if (set.has(hash)) inside++;
  return inside / hashes.length;
}
