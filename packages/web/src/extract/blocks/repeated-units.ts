import type { LinkTargets } from '../segments/link-targets.ts';
import type { SegmentedPage } from '../segments/segment-blocks.ts';
import type { ElementFeatures } from './element-features.ts';

/**
 * The repeated structure around each element: teasers of other articles, products, comments, posts. A unit is an
 * element with at least two siblings of the same kind (`siblingGroup`) that contains several blocks or an image.
 */
export interface RepeatedUnits {
  /** Index of the innermost unit that contains the element, by element; -1 for none. */
  readonly unitOf: Int32Array;
  /** Index of the outermost unit that contains the element, by element; -1 for none. */
  readonly outerUnitOf: Int32Array;
  /** For each unit, the number of similar siblings, including the unit. */
  readonly size: Int32Array;
  /** For each unit, the share of its similar siblings that link to other pages of the site. */
  readonly linkingShare: Float32Array;
  /** For each unit, the mean number of characters of its similar siblings. */
  readonly meanChars: Float32Array;
  /** For each unit, the share of the characters of its parent in units like it. */
  readonly parentShare: Float32Array;
}

/** Tags whose repetition is ordinary text structure. */
const textTags = new Set(
  'p h1 h2 h3 h4 h5 h6 td th tr dt dd span br a pre code blockquote figure tbody thead option label em strong b i'.split(
    ' ',
  ),
);
const similarMin = 3;

interface SiblingSums {
  count: number;
  linking: number;
  chars: number;
}

/** Finds the repeated units of a page in two passes over its elements. */
export function findRepeatedUnits(
  page: SegmentedPage,
  elements: ElementFeatures,
  links: LinkTargets,
): RepeatedUnits {
  const count = page.elements.length;
  const units: RepeatedUnits = {
    unitOf: new Int32Array(count).fill(-1),
    outerUnitOf: new Int32Array(count).fill(-1),
    size: new Int32Array(count),
    linkingShare: new Float32Array(count),
    meanChars: new Float32Array(count),
    parentShare: new Float32Array(count),
  };
  const sums = new Map<number, SiblingSums>();
  for (let index = 1; index < count; index++) {
    if (!canBeUnit(page, elements, index)) continue;
    const key = elements.siblingGroup[index] ?? 0;
    const sum = sums.get(key) ?? { count: 0, linking: 0, chars: 0 };
    sum.count++;
    sum.chars += elements.chars[index] ?? 0;
    if ((links.sameSite[index] ?? 0) > 0) sum.linking++;
    sums.set(key, sum);
  }
  for (let index = 1; index < count; index++) {
    const parent = page.parents[index] ?? 0;
    units.unitOf[index] = units.unitOf[parent] ?? -1;
    units.outerUnitOf[index] = units.outerUnitOf[parent] ?? -1;
    const sum = sums.get(elements.siblingGroup[index] ?? 0);
    if (!sum || sum.count < similarMin || !canBeUnit(page, elements, index)) continue;
    units.unitOf[index] = index;
    if ((units.outerUnitOf[index] ?? -1) < 0) units.outerUnitOf[index] = index;
    units.size[index] = sum.count;
    units.linkingShare[index] = sum.linking / sum.count;
    units.meanChars[index] = sum.chars / sum.count;
    units.parentShare[index] = sum.chars / Math.max(1, elements.chars[parent] ?? 0);
  }
  return units;
}

function canBeUnit(page: SegmentedPage, elements: ElementFeatures, index: number): boolean {
  if ((elements.chars[index] ?? 0) === 0 || textTags.has(page.elements[index]?.name ?? '')) return false;
  const blocks = (page.endBlock[index] ?? 0) - (page.firstBlock[index] ?? 0);
  return blocks > 1 || (elements.imageCount[index] ?? 0) > 0;
}
