import { countLinkTargets, type LinkTargets } from '../segments/link-targets.ts';
import type { SegmentedPage } from '../segments/segment-blocks.ts';
import type { TextFeatures } from '../segments/text-features.ts';
import type { BlockPositions } from './block-positions.ts';
import type { ElementFeatures } from './element-features.ts';
import { computeHeadingOutline, type HeadingOutline } from './heading-outline.ts';
import { ngramShare, type PageSignals } from './page-signals.ts';
import { findRepeatedUnits, type RepeatedUnits } from './repeated-units.ts';
import { findTextBody, type TextBody } from './text-body.ts';

/** The parts of a page: its text body, repeated units, outline, and the body that structured data states. */
export interface PageStructure {
  readonly links: LinkTargets;
  readonly units: RepeatedUnits;
  readonly body: TextBody;
  readonly outline: HeadingOutline;
  /** First and last block of the body that structured data states; -1 if none is stated or found. */
  readonly firstStated: number;
  readonly lastStated: number;
  /** First block of the first `h1`; -1 for none. */
  readonly titleBlock: number;
  /** Nearest `article` element around the first `h1`; -1 for none. */
  readonly titleArticle: number;
}

/** A shorter block may have its words in the stated body by chance. */
const statedWordsMin = 8;
const statedShareMin = 0.6;

/** Computes the structure of a page in time proportional to its size. */
export function computePageStructure(
  page: SegmentedPage,
  textFeatures: readonly TextFeatures[],
  elements: ElementFeatures,
  positions: BlockPositions,
  signals: PageSignals,
): PageStructure {
  const links = countLinkTargets(page, signals.url);
  return {
    links,
    units: findRepeatedUnits(page, elements, links),
    body: findTextBody(page, textFeatures),
    outline: computeHeadingOutline(page, textFeatures, positions.nearestHeading),
    ...findStatedBody(textFeatures, signals),
    titleBlock: positions.titleBlock,
    titleArticle: nearestArticle(page, positions.titleBlock),
  };
}

function findStatedBody(
  textFeatures: readonly TextFeatures[],
  { bodyNgrams }: PageSignals,
): Pick<PageStructure, 'firstStated' | 'lastStated'> {
  let firstStated = -1;
  let lastStated = -1;
  if (bodyNgrams.size === 0) return { firstStated, lastStated };
  for (const [index, { wordHashes }] of textFeatures.entries()) {
    if (wordHashes.length < statedWordsMin || ngramShare(wordHashes, bodyNgrams) < statedShareMin) continue;
    if (firstStated < 0) firstStated = index;
    lastStated = index;
  }
  return { firstStated, lastStated };
}

function nearestArticle(page: SegmentedPage, block: number): number {
  let element = page.blocks[block]?.container ?? -1;
  while (element >= 0 && page.elements[element]?.name !== 'article') element = page.parents[element] ?? -1;
  return element;
}
