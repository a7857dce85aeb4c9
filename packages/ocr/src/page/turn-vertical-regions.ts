import { type TextRegion, turnBend } from '../detection/text-region.ts';
import type { ImagePyramid } from '../image/image-pyramid.ts';
import { cutStrip } from '../recognition/line-strip.ts';
import type { ProbeStrips } from './orient-page.ts';

/** Lines that are checked; a page of more vertical lines would have been turned. */
const checkedMax = 24;
/** A line turned by 180 degrees must be read better by this much. */
const advantageMin = 0.02;

/**
 * Gives lines that run up or down a page, such as the labels of an axis, the direction in which they are read better: a
 * rectangle alone does not tell its beginning.
 */
export async function turnVerticalRegions(
  regions: readonly TextRegion[],
  pyramid: ImagePyramid,
  probeStrips: ProbeStrips,
): Promise<TextRegion[]> {
  const vertical = regions
    .filter(({ rectangle }) => Math.abs(rectangle.angle) > Math.PI / 4)
    .toSorted((a, b) => b.rectangle.width - a.rectangle.width)
    .slice(0, checkedMax);
  if (vertical.length === 0) return [...regions];
  const turned = vertical.map(turnRegion);
  const probes = await probeStrips([...vertical, ...turned].map((region) => cutStrip(pyramid, region)));
  const better = new Map<TextRegion, TextRegion>();
  for (const [index, region] of vertical.entries()) {
    const [score = 0, turnedScore = 0] = [probes[index]?.score, probes[vertical.length + index]?.score];
    const other = turned[index];
    if (other !== undefined && turnedScore > score + advantageMin) better.set(region, other);
  }
  return regions.map((region) => better.get(region) ?? region);
}

function turnRegion({ rectangle, bend, score }: TextRegion): TextRegion {
  const angle = rectangle.angle > 0 ? rectangle.angle - Math.PI : rectangle.angle + Math.PI;
  return { rectangle: { ...rectangle, angle }, bend: turnBend(bend), score };
}
