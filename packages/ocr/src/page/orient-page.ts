import type { CoarseRegions } from '../detection/detect-text.ts';
import { dominantDirection } from '../detection/find-regions.ts';
import { type TextRegion, turnBend } from '../detection/text-region.ts';
import { quantile } from '../geometry/quantile.ts';
import { ImagePyramid } from '../image/image-pyramid.ts';
import { type ImageRotation, type RgbImage, rotateImage } from '../image/rgb-image.ts';
import { cutStrip } from '../recognition/line-strip.ts';
import type { Probe, RawReading } from '../recognition/read-strips.ts';
import { stretchContrast } from '../recognition/stretch-contrast.ts';

/** Finds the lines of an image. */
export interface Detector {
  /** At a moderate size. */
  readonly detectCoarsely: (image: RgbImage) => Promise<CoarseRegions>;
  /** At the size that suits the text. */
  readonly refine: (image: RgbImage, coarse: CoarseRegions) => Promise<readonly TextRegion[]>;
}

/** Reads strips. */
export type ProbeStrips = (strips: readonly RgbImage[]) => Promise<Probe[]>;

/** An image turned so that its text is upright, and its lines. */
export interface OrientedPage {
  readonly pyramid: ImagePyramid;
  /** Clockwise rotation that was applied. */
  readonly rotation: ImageRotation;
  readonly regions: readonly TextRegion[];
  /** Readings of some of the regions by the first recognizer. */
  readonly readings: ReadonlyMap<TextRegion, RawReading>;
}

/** A page of which some lines are being read. */
type ProbedPage = OrientedPage & { readonly readings: Map<TextRegion, RawReading> };

/** Lines that decide whether a page is upside down; more of them if the first ones are read badly in both directions. */
const probeCounts = [4, 16];
/** A page is read well enough to decide with this score. */
const decisiveScoreMin = 0.8;
/** Regions that are this many times as high as the usual line are seldom text, such as the edge of a sheet in a photo. */
const heightRatioMax = 2;
/** Columns of a probe: longer lines are cut. */
const probeWidthMax = 640;
/** A page read with this score is upright. */
const uprightScoreMin = 0.97;
/** Turned text must be read better than upright text by this factor. */
const advantageMin = 1.03;

/** Finds the lines of an image and turns it by a multiple of 90 degrees if they are not upright. */
export async function orientPage(
  image: RgbImage,
  { detectCoarsely, refine }: Detector,
  probeStrips: ProbeStrips,
): Promise<OrientedPage> {
  const coarse = await detectCoarsely(image);
  const direction = dominantDirection(coarse.regions.map(({ rectangle }) => rectangle));
  const isUpright = Math.abs(direction) <= Math.PI / 4;
  const turned = isUpright ? image : rotateImage(image, 90);
  const regions = await refine(turned, isUpright ? coarse : await detectCoarsely(turned));
  const rotation = isUpright ? 0 : 90;
  return orient({ pyramid: new ImagePyramid(turned), rotation, regions, readings: new Map() }, probeStrips);
}

/** Turns a page by 180 degrees if its text is then read better. */
async function orient(page: ProbedPage, probeStrips: ProbeStrips): Promise<OrientedPage> {
  const lines = linesToProbe(page.regions);
  let other: ProbedPage | undefined;
  let isTurnedBetter = false;
  for (const count of probeCounts) {
    const score = await probe(page, lines.slice(0, count), probeStrips);
    if (score >= uprightScoreMin || lines.length === 0) return page;
    other ??= turnAround(page);
    const otherScore = await probe(other, lines.slice(0, count), probeStrips);
    isTurnedBetter = otherScore > score * advantageMin;
    if (Math.max(score, otherScore) >= decisiveScoreMin) break;
  }
  return isTurnedBetter && other !== undefined ? other : page;
}

/** The indexes of lines of the usual height, the longest first. */
function linesToProbe(regions: readonly TextRegion[]): number[] {
  const heightMax =
    quantile(
      regions.map(({ rectangle }) => rectangle.height),
      0.5,
    ) * heightRatioMax;
  return regions
    .flatMap((region, index) => {
      const { angle, height } = region.rectangle;
      return Math.abs(angle) <= Math.PI / 4 && height <= heightMax ? [{ region, index }] : [];
    })
    .toSorted((a, b) => elongation(b.region) - elongation(a.region))
    .map(({ index }) => index);
}

function turnAround({ pyramid, rotation, regions }: ProbedPage): ProbedPage {
  const { width, height } = pyramid.image;
  return {
    pyramid: new ImagePyramid(rotateImage(pyramid.image, 180)),
    rotation: rotation === 0 ? 180 : 270,
    regions: regions.map(({ rectangle, bend, score }) => ({
      rectangle: {
        ...rectangle,
        center: { x: width - rectangle.center.x, y: height - rectangle.center.y },
      },
      bend: turnBend(bend),
      score,
    })),
    readings: new Map(),
  };
}

/** Mean score of some lines, weighted by their lengths, from 0 to 1. @param lines indexes of regions */
async function probe(page: ProbedPage, lines: readonly number[], probeStrips: ProbeStrips): Promise<number> {
  const regions = lines.flatMap((index) => page.regions[index] ?? []);
  if (regions.length === 0) return 0;
  const strips = regions.map((region) => stretchContrast(cutStrip(page.pyramid, region)));
  const probes = await probeStrips(strips.map(cutLeft));
  for (const [index, { reading }] of probes.entries()) {
    const region = regions[index];
    if (region !== undefined && (strips[index]?.width ?? 0) <= probeWidthMax)
      page.readings.set(region, reading);
  }
  // Short words can be read upside down: longer lines count for more.
  const widths = strips.map(({ width }) => Math.min(width, probeWidthMax));
  const total = widths.reduce((sum, width) => sum + width, 0);
  return probes.reduce((sum, { score }, index) => sum + score * (widths[index] ?? 0), 0) / total;
}

const elongation = ({ rectangle }: TextRegion): number =>
  Math.min(12, rectangle.width / rectangle.height) * rectangle.height;

function cutLeft(strip: RgbImage): RgbImage {
  if (strip.width <= probeWidthMax) return strip;
  const data = new Uint8Array(probeWidthMax * strip.height * 3);
  for (let row = 0; row < strip.height; row += 1) {
    const start = 3 * row * strip.width;
    data.set(strip.data.subarray(start, start + 3 * probeWidthMax), 3 * row * probeWidthMax);
  }
  return { data, width: probeWidthMax, height: strip.height };
}
