import type { SegmentedPage } from '../segments/segment-blocks.ts';
import { computeTextFeatures, type TextFeatures, wordGroups } from '../segments/text-features.ts';
import { ancestorKinds } from './ancestor-kinds.ts';
import {
  ancestorLevels,
  BlockContext,
  type BlockFeature,
  neighborOffsets,
  type PageMeasurements,
} from './block-context.ts';
import { computeBlockPositions, headingLevel } from './block-positions.ts';
import { classNameGroups } from './class-name-hints.ts';
import { findContentCandidates, isDescendantOrSelf, stepsToCommonAncestor } from './content-candidates.ts';
import { computeElementFeatures, type ElementFeatures, noAncestor } from './element-features.ts';
import { computePageFeatures, pageFeatureNames } from './page-features.ts';
import { ngramShare, type PageSignals } from './page-signals.ts';
import { computePageStructure, type PageStructure } from './page-structure.ts';
import { structureColumns } from './structure-columns.ts';

/** The input of the classifier: one row of numbers per block, computed on demand, and one for the page. */
export interface BlockFeatures {
  readonly blockCount: number;
  /** In the order of `pageFeatureNames`. */
  readonly pageRow: Float32Array;
  /** Writes the features of a block, in the order of `blockFeatureNames`, into `rows` from `offset` on. */
  readonly writeRow: (block: number, rows: Float32Array, offset: number) => void;
  readonly textFeatures: readonly TextFeatures[];
  readonly elementFeatures: ElementFeatures;
  readonly structure: PageStructure;
}

/** From the text of the block alone. */
const textColumns: readonly BlockFeature[] = [
  ['chars', ({ block }) => block.chars],
  ['words', ({ text }) => text.words],
  ['wordLength', ({ text }) => text.wordLength],
  ['linkShare', ({ block }) => block.linkChars / block.chars],
  ['strongShare', ({ block }) => block.strongChars / block.chars],
  ['links', ({ block }) => block.links],
  ['breaks', ({ block }) => block.breaks],
  ['stopShare', ({ text, words }) => text.stopWords / words],
  ['commas', ({ text }) => text.commas],
  ['periods', ({ text }) => text.periods],
  ['signShare', ({ text, words }) => (text.commas + text.periods) / words],
  ['digitShare', ({ text, block }) => text.digits / block.chars],
  ['capitalizedShare', ({ text, words }) => text.capitalized / words],
  ['upperShare', ({ text, block }) => text.upperCase / block.chars],
  ['questions', ({ text }) => text.questions],
  ['currencies', ({ text }) => text.currencies],
  ['separators', ({ text }) => text.separators],
  ['years', ({ text }) => text.years],
  ['end', ({ text }) => text.endMark],
  ['hasAt', ({ text }) => text.hasAt],
  ['hasCopyright', ({ text }) => text.hasCopyright],
  ['startsUpper', ({ text }) => text.startsUpper],
  ...wordGroups.map(
    (name, group): BlockFeature => [`word:${name}`, ({ text }) => text.wordGroupCounts[group] ?? 0],
  ),
];

/** From the container (level 0) or one of its ancestors; -1 above the root. */
function ancestorLevelColumns(level: number): readonly BlockFeature[] {
  const column = (
    name: string,
    compute: (element: number, elements: ElementFeatures, context: BlockContext) => number,
  ): BlockFeature => [
    `above${level}:${name}`,
    (context) => {
      const element = context.ancestors[level] ?? -1;
      return element < 0 ? -1 : compute(element, context.elements, context);
    },
  ];
  const charsOf = (element: number, { chars }: ElementFeatures) => Math.max(1, chars[element] ?? 0);
  return [
    column('tag', (element, { tagRank }) => tagRank[element] ?? 0),
    column(
      'linkShare',
      (element, elements) => (elements.linkChars[element] ?? 0) / charsOf(element, elements),
    ),
    column('chars', charsOf),
    column(
      'blocks',
      (element, _elements, { page }) => (page.endBlock[element] ?? 0) - (page.firstBlock[element] ?? 0),
    ),
    column('alike', (element, { similarSiblings }) => similarSiblings[element] ?? 0),
    column('sibling', (element, { siblingIndex }) => siblingIndex[element] ?? 0),
    column(
      'signs',
      (element, { sentenceMarks, words }) => (sentenceMarks[element] ?? 0) / Math.max(1, words[element] ?? 0),
    ),
  ];
}

/** Distances to the nearest ancestor of each kind and with each group of class names: a row of `ancestorDistance`. */
const distanceNames: readonly string[] = [
  ...ancestorKinds.map((name) => `in:${name}`),
  ...classNameGroups.map((name) => `name:${name}`),
];

/** From the place of the block in the page, its copies, its path and what the page states about itself. */
const positionColumns: readonly BlockFeature[] = [
  ['index', ({ index }) => index],
  ['indexShare', ({ index, blockCount }) => index / blockCount],
  ['charsBefore', ({ index, positions, pageChars }) => (positions.charsBefore[index] ?? 0) / pageChars],
  [
    'charsBehind',
    ({ index, positions, pageChars, block }) => pageChars - (positions.charsBefore[index] ?? 0) - block.chars,
  ],
  ['depth', ({ page, block }) => page.depths[block.container] ?? 0],
  ['pageBlocks', ({ blockCount }) => blockCount],
  ['pageChars', ({ pageChars }) => pageChars],
  ['sinceTitle', ({ index, positions: { titleBlock } }) => (titleBlock < 0 ? -1000 : index - titleBlock)],
  [
    'behindTitle',
    ({ index, positions: { titleBlock } }) => (titleBlock < 0 ? -1 : Number(index >= titleBlock)),
  ],
  ['sinceProse', ({ index, positions }) => positions.blocksSinceProse[index] ?? 0],
  ['untilProse', ({ index, positions }) => positions.blocksUntilProse[index] ?? 0],
  [
    'headingLevel',
    ({ page, heading, headingContainer }) => (heading < 0 ? 0 : headingLevel(page, headingContainer)),
  ],
  ['sinceHeading', ({ index, heading }) => (heading < 0 ? -1 : index - heading)],
  [
    'headingSharesSection',
    ({ page, block, heading, headingContainer }) =>
      heading < 0 ? -1 : stepsToCommonAncestor(page, block.container, headingContainer),
  ],
  ['copies', ({ text, positions }) => positions.duplicateCounts.get(text.hash) ?? 1],
  ['copyIndex', ({ index, positions }) => positions.duplicateIndex[index] ?? 0],
  ['pathCount', (context) => pathTotalsOf(context)?.blocks ?? 1],
  ['pathChars', (context) => (pathTotalsOf(context)?.chars ?? 0) / context.pageChars],
  [
    'pathWords',
    (context) => {
      const path = pathTotalsOf(context);
      return (path?.words ?? 0) / Math.max(1, path?.blocks ?? 1);
    },
  ],
  ['pathIndex', ({ index, positions }) => positions.pathIndex[index] ?? 0],
  ['titleShare', ({ text, signals }) => shareIn(text.wordHashes, signals.titleWordHashes)],
  ['authorShare', ({ text, signals }) => shareIn(text.wordHashes, signals.authorWordHashes)],
  ['statedShare', ({ text, signals }) => ngramShare(text.wordHashes, signals.bodyNgrams)],
  ['describedShare', ({ text, signals }) => ngramShare(text.wordHashes, signals.descriptionNgrams)],
  ['sectionShare', ({ elements, section, pageChars }) => (elements.chars[section] ?? 0) / pageChars],
  [
    'sectionLinkShare',
    ({ elements, section }) => (elements.linkChars[section] ?? 0) / Math.max(1, elements.chars[section] ?? 0),
  ],
  ['headingsBefore', ({ index, positions }) => positions.headingsBefore[index] ?? 0],
  ['images', ({ elements, page, block }) => elements.imageCount[page.parents[block.container] ?? 0] ?? 0],
  ...wordGroups.map(
    (name, group): BlockFeature => [
      `heading:${name}`,
      ({ headingText }) => headingText?.wordGroupCounts[group] ?? 0,
    ],
  ),
];

function pathTotalsOf({ positions, elements, block }: BlockContext) {
  return positions.pathTotals.get(elements.pathHash[block.container] ?? 0);
}

/** From the elements that simple rules take for the content. */
const candidateColumns: readonly BlockFeature[] = [
  ...[0, 1, 2, 3].map(
    (level): BlockFeature => [
      `points${level}`,
      ({ ancestors, candidates }) => {
        const element = ancestors[level] ?? -1;
        return element < 0 ? -1 : (candidates.scores[element] ?? 0);
      },
    ],
  ),
  ['topSteps', (context) => stepsTo(context, context.candidates.top)],
  ['inTop', (context) => isInside(context, context.candidates.top)],
  ['topShare', (context) => charShare(context, context.candidates.top)],
  ['densestSteps', (context) => stepsTo(context, context.candidates.densest)],
  ['inDensest', (context) => isInside(context, context.candidates.densest)],
  ['densestShare', (context) => charShare(context, context.candidates.densest)],
  ['inMain', (context) => isInside(context, context.candidates.main)],
  ['mainShare', (context) => charShare(context, context.candidates.main)],
  ['inArticle', (context) => isInside(context, context.candidates.article)],
  ['articleShare', (context) => charShare(context, context.candidates.article)],
  ['mainSteps', (context) => (context.candidates.main < 0 ? -1 : stepsTo(context, context.candidates.main))],
];

function stepsTo({ page, block }: BlockContext, element: number): number {
  return stepsToCommonAncestor(page, block.container, element);
}

function isInside({ page, block }: BlockContext, element: number): number {
  return element < 0 ? -1 : Number(isDescendantOrSelf(page, block.container, element));
}

function charShare({ elements, pageChars }: BlockContext, element: number): number {
  return element < 0 ? -1 : (elements.chars[element] ?? 0) / pageChars;
}

/** @param place index into `neighborOffsets` */
function neighborColumns(offset: number, place: number): readonly BlockFeature[] {
  const column = (
    name: string,
    compute: (neighbor: TextFeatures | undefined, container: number, context: BlockContext) => number,
  ): BlockFeature => [
    `next${offset}:${name}`,
    (context) =>
      compute(context.neighborTexts[place], context.neighborBlocks[place]?.container ?? 0, context),
  ];
  return [
    column('words', (neighbor) => neighbor?.words ?? -1),
    column('linkShare', (_neighbor, _container, { neighborBlocks }) => {
      const block = neighborBlocks[place];
      return (block?.linkChars ?? 0) / Math.max(1, block?.chars ?? 0);
    }),
    column('stopShare', (neighbor) => (neighbor?.stopWords ?? 0) / Math.max(1, neighbor?.words ?? 0)),
    column('end', (neighbor) => neighbor?.endMark ?? -1),
    column('steps', (neighbor, container, context) => (neighbor ? stepsTo(context, container) : -1)),
    column('tag', (_neighbor, container, { elements }) => elements.tagRank[container] ?? 0),
    column('alike', (neighbor, container, { elements: { pathHash }, block }) =>
      Number(neighbor !== undefined && pathHash[container] === pathHash[block.container]),
    ),
  ];
}

const columnsBeforeDistances: readonly BlockFeature[] = [
  ...textColumns,
  ...Array.from({ length: ancestorLevels }, (_, level) => ancestorLevelColumns(level)).flat(),
];
const columnsAfterDistances: readonly BlockFeature[] = [
  ...positionColumns,
  ...candidateColumns,
  ...neighborOffsets.flatMap(neighborColumns),
  ...structureColumns,
];

/** Names of a block's features in the order of its row; BlockModel compares them with those of the trained model. */
export const blockFeatureNames: readonly string[] = [
  ...columnsBeforeDistances.map(([name]) => name),
  ...distanceNames,
  ...columnsAfterDistances.map(([name]) => name),
  ...pageFeatureNames.map((name) => `page:${name}`),
];

/** Computes the features of a page and its blocks; training and classification both use this function. */
export function computeBlockFeatures(page: SegmentedPage, signals: PageSignals): BlockFeatures {
  const textFeatures = page.blocks.map(computeTextFeatures);
  const elementFeatures = computeElementFeatures(page, textFeatures);
  const candidates = findContentCandidates(page, textFeatures, elementFeatures);
  const positions = computeBlockPositions(page, textFeatures, elementFeatures);
  const structure = computePageStructure(page, textFeatures, elementFeatures, positions, signals);
  const measurements: PageMeasurements = {
    page,
    textFeatures,
    elementFeatures,
    candidates,
    signals,
    positions,
    structure,
  };
  const pageRow = computePageFeatures(measurements);
  const context = new BlockContext(measurements);
  const writeRow = (block: number, rows: Float32Array, offset: number) => {
    if (!context.moveTo(block)) return;
    let column = offset;
    for (const [, compute] of columnsBeforeDistances) rows[column++] = compute(context);
    // The distances are a quarter of all features and need no computation.
    const { ancestorDistance } = elementFeatures;
    for (let index = 0; index < distanceNames.length; index++)
      rows[column++] = ancestorDistance[context.distanceRow + index] ?? noAncestor;
    for (const [, compute] of columnsAfterDistances) rows[column++] = compute(context);
    rows.set(pageRow, column);
  };
  return { blockCount: page.blocks.length, pageRow, writeRow, textFeatures, elementFeatures, structure };
}

/** Share of `hashes` that are in `set`; -1 if either is empty. */
function shareIn(hashes: Int32Array, set: ReadonlySet<number>): number {
  if (set.size === 0 || hashes.length === 0) return -1;
  let shared = 0;
  for (const hash of hashes) if (set.has(hash)) shared++;
  return shared / hashes.length;
}
