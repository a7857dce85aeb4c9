import type { NativeCallGuard } from '@quern/runtime/pool/native-call-guard';
import { hasContrast } from '../image/has-contrast.ts';
import { resizeImage } from '../image/resize-image.ts';
import type { RgbImage } from '../image/rgb-image.ts';
import type { OnnxSession } from '../inference/onnx-session.ts';
import { findRegions } from './find-regions.ts';
import { computeProbabilityMap } from './probability-map.ts';
import type { TextRegion } from './text-region.ts';

/** Pixels of the first pass, which finds how large the text is. */
const firstPassPixels = 900_000;
/** Images below this size are enlarged: the network misses text of few pixels. */
const upscaleMax = 2;
/** Height of a line, in pixels of the map, at which the network finds and separates lines well. */
const lineHeightGoal = 32;
/** A second pass is worth its time when lines are smaller than this in the first. */
const lineHeightMin = 26;
/** Pixels of the second pass. */
const secondPassPixels = 6_000_000;

/** Lines that a first pass found at a moderate size. */
export interface CoarseRegions {
  readonly regions: readonly TextRegion[];
  /** The size at which the image was searched, relative to its own. */
  readonly scale: number;
}

/** Looks for lines of text at a moderate size: enough to see how large the text is and how it is turned. */
export async function detectCoarsely(
  image: RgbImage,
  network: OnnxSession,
  guard: NativeCallGuard,
): Promise<CoarseRegions> {
  const scale = Math.min(upscaleMax, Math.sqrt(firstPassPixels / (image.width * image.height)));
  return { regions: await detectAt(image, scale, network, guard), scale };
}

/**
 * Finds the lines of text in an image: those of the first pass, or, if the text was small there and the image has more
 * detail, those of a second pass at the size that suits its text.
 */
export async function refineRegions(
  image: RgbImage,
  { regions, scale }: CoarseRegions,
  network: OnnxSession,
  guard: NativeCallGuard,
): Promise<readonly TextRegion[]> {
  const height = typicalHeight(regions);
  const next = Math.min(
    upscaleMax,
    scale < 1 ? Math.max(1, scale) : scale,
    Math.sqrt(secondPassPixels / (image.width * image.height)),
    height === 0 ? scale * 2 : lineHeightGoal / height,
  );
  const isSmall = height === 0 ? hasContrast(image) : height * scale < lineHeightMin;
  return isSmall && next > scale * 1.2 ? detectAt(image, next, network, guard) : regions;
}

async function detectAt(
  image: RgbImage,
  scale: number,
  network: OnnxSession,
  guard: NativeCallGuard,
): Promise<TextRegion[]> {
  const resized = await resizeImage(image, scale);
  const map = await computeProbabilityMap(resized, network, guard);
  return findRegions(map, { x: resized.width / image.width, y: resized.height / image.height });
}

/** The lower quartile of the heights, weighted by length, since small text decides. @returns 0 without regions */
function typicalHeight(regions: readonly TextRegion[]): number {
  const sorted = regions.map(({ rectangle }) => rectangle).toSorted((a, b) => a.height - b.height);
  const total = sorted.reduce((sum, { width }) => sum + width, 0);
  let seen = 0;
  for (const { width, height } of sorted) {
    seen += width;
    if (seen >= total / 4) return height;
  }
  return 0;
}
