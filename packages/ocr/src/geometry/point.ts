/** A point in pixels: x to the right, y down. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Four corners: top left, top right, bottom right, bottom left, as seen when the text is upright. */
export type Quadrilateral = readonly [Point, Point, Point, Point];

/** An upright rectangle in pixels. */
export interface BoundingBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest upright rectangle around points. @param points at least one */
export function boundsOf(points: readonly Point[]): BoundingBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
