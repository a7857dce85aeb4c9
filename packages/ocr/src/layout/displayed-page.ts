import type { Point } from '../geometry/point.ts';
import type { ImageRotation } from '../image/rgb-image.ts';

/** A page as it is displayed, and as it was read. */
export interface DisplayedPage {
  /** Size of the upright image in which the regions are. */
  readonly uprightWidth: number;
  readonly uprightHeight: number;
  /** Size of the displayed image, and the clockwise rotation that makes it upright. */
  readonly width: number;
  readonly height: number;
  readonly rotation: ImageRotation;
}

/** Moves a point from the upright image to the displayed page. */
export type DisplayTransform = (point: Point) => Point;

/** Undoes the rotation and the reduction with which a page was read; points are clipped to the page. */
export function displayTransform({
  rotation,
  width,
  height,
  uprightWidth,
  uprightHeight,
}: DisplayedPage): DisplayTransform {
  const isTurned = rotation === 90 || rotation === 270;
  const scale = width / (isTurned ? uprightHeight : uprightWidth);
  return ({ x, y }) => {
    let [left, top] = [x, y];
    if (rotation === 90) [left, top] = [y, uprightWidth - x];
    else if (rotation === 180) [left, top] = [uprightWidth - x, uprightHeight - y];
    else if (rotation === 270) [left, top] = [uprightHeight - y, x];
    return { x: clip(left * scale, width), y: clip(top * scale, height) };
  };
}

const clip = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value)));
