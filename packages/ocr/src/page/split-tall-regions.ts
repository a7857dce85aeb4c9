import { pointIn, type TextRegion } from '../detection/text-region.ts';
import type { ImagePyramid } from '../image/image-pyramid.ts';
import { cutStrip } from '../recognition/line-strip.ts';
import { countInkOfRows } from '../recognition/measure-ink.ts';

/** Regions this many times as high as usual may show two short lines, such as the cells of a narrow column. */
const heightRatio = 1.5;
/** Longer regions are headings. */
const elongationMax = 3;
/** The row between two lines has at most this share of the ink of the richest row. */
const gapInkMax = 0.08;
/** Share of the height at each side in which no gap is looked for. */
const edgeShare = 0.25;
/** Lines get this share of their height as a margin at the gap. */
const margin = 0.08;

/** Splits regions that show two lines, one above the other. */
export function splitTallRegions(regions: readonly TextRegion[], pyramid: ImagePyramid): TextRegion[] {
  const heights = regions.map(({ rectangle }) => rectangle.height).toSorted((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 0;
  return regions.flatMap((region) => {
    const { width, height } = region.rectangle;
    const isCandidate =
      height > usual * heightRatio && width < height * elongationMax && region.bend.length === 0;
    const gap = isCandidate ? findGap(countInkOfRows(cutStrip(pyramid, region))) : undefined;
    return gap === undefined ? [region] : [part(region, 0, gap + margin), part(region, gap - margin, 1)];
  });
}

/** @returns the position of a gap between two lines, as a share of the height */
function findGap(ink: Uint32Array): number | undefined {
  const [from, to] = [Math.round(ink.length * edgeShare), Math.round(ink.length * (1 - edgeShare))];
  const limit = Math.max(...ink) * gapInkMax;
  const empty: number[] = [];
  for (let row = from; row < to; row += 1) if ((ink[row] ?? 0) <= limit) empty.push(row);
  const middle = empty[empty.length >> 1];
  if (middle === undefined) return undefined;
  const hasInk = (rows: Uint32Array): boolean => rows.some((count) => count > limit);
  const isBetween = hasInk(ink.subarray(0, middle)) && hasInk(ink.subarray(middle));
  return isBetween ? (middle + 0.5) / ink.length : undefined;
}

/** The part of a straight region between two shares of its height. */
function part(region: TextRegion, from: number, to: number): TextRegion {
  const { rectangle } = region;
  const center = pointIn(region, 0, ((from + to) / 2 - 0.5) * rectangle.height);
  return { ...region, rectangle: { ...rectangle, center, height: (to - from) * rectangle.height } };
}
