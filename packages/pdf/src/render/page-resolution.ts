import type { PageContent } from './page-content.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const pointsPerInch = 72;
/** Resolution of text and drawings: at 200 dpi, text of 5 points is read without errors; at 150 dpi it is not. */
const drawingResolution = 200 / pointsPerInch;
/** Highest resolution for the sake of images on a page with other content. */
const mixedResolutionMax = 300 / pointsPerInch;
/** Images that together cover this share of a page make it a scan; some scanners store a page as several strips. */
const scanShareMin = 0.8;
/** Smaller images, such as logos, do not determine the resolution. */
const imageShareMin = 0.05;
/** Limits of the rendered page: an A4 page at 400 dpi has 15 million pixels. */
const pixelsMax = 16_000_000;
const sideMax = 16_000;

/**
 * Chooses the size at which a page is rendered: a scan at its own resolution, other pages at 200 dpi, or up to 300 dpi
 * where they contain images of a higher resolution.
 *
 * @param points size of the displayed page in points
 * @returns pixels, at most 16 million
 */
export function choosePageSize(points: Size, content: PageContent): Size {
  const width = Math.max(1, points.width);
  const height = Math.max(1, points.height);
  const scale = Math.min(
    resolutionOf(content),
    Math.sqrt(pixelsMax / (width * height)),
    sideMax / Math.max(width, height),
  );
  return { width: toPixels(width * scale), height: toPixels(height * scale) };
}

const toPixels = (length: number): number => Math.max(1, Math.floor(length + 0.5));

/** Pixels per point. */
function resolutionOf({ images, hasDrawings }: PageContent): number {
  const share = images.reduce((sum, image) => sum + image.share, 0);
  const ofImages = images
    .filter((image) => image.share >= imageShareMin)
    .reduce((max, image) => Math.max(max, image.pixelsPerPoint), 0);
  const isScan = share >= scanShareMin && ofImages > 0;
  if (!isScan) return Math.max(drawingResolution, Math.min(ofImages, mixedResolutionMax));
  return hasDrawings ? Math.max(drawingResolution, ofImages) : ofImages;
}
