import { convexHull } from './convex-hull.ts';
import type { Point, Quadrilateral } from './point.ts';

/** A rectangle around its center, rotated by an angle. */
export interface RotatedRectangle {
  readonly center: Point;
  /** Direction of the width, in radians, clockwise as seen on the screen; from −π/2 (exclusive) to π/2. */
  readonly angle: number;
  /** Extent along the direction. */
  readonly width: number;
  /** Extent across the direction. */
  readonly height: number;
}

/** The corners of a rectangle, starting at its top left. */
export function cornersOf({ center, angle, width, height }: RotatedRectangle): Quadrilateral {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (u: number, v: number): Point => ({
    x: center.x + u * cos - v * sin,
    y: center.y + u * sin + v * cos,
  });
  const [u, v] = [width / 2, height / 2];
  return [corner(-u, -v), corner(u, -v), corner(u, v), corner(-u, v)];
}

/**
 * The rectangle of smallest area around points: one of its sides lies on a side of the convex hull (Freeman and Shapira
 * 1975). The width is the longer side.
 *
 * @param points at least one
 */
export function smallestRectangle(points: Point[]): RotatedRectangle {
  const hull = convexHull(points);
  let best: RotatedRectangle | undefined;
  for (const [index, point] of hull.entries()) {
    const next = hull[(index + 1) % hull.length] ?? point;
    const rectangle = rectangleAlong(hull, Math.atan2(next.y - point.y, next.x - point.x));
    if (best === undefined || rectangle.width * rectangle.height < best.width * best.height) best = rectangle;
  }
  return normalize(best ?? rectangleAlong(hull, 0));
}

/** The smallest rectangle around points whose width has the given direction. */
export function rectangleAlong(points: readonly Point[], angle: number): RotatedRectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [uMin, uMax, vMin, vMax] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    uMin = Math.min(uMin, u);
    uMax = Math.max(uMax, u);
    vMin = Math.min(vMin, v);
    vMax = Math.max(vMax, v);
  }
  const [u, v] = [(uMin + uMax) / 2, (vMin + vMax) / 2];
  return {
    center: { x: u * cos - v * sin, y: u * sin + v * cos },
    angle,
    width: uMax - uMin,
    height: vMax - vMin,
  };
}

/** Makes the width the longer side, and its direction point to the right. */
function normalize({ center, angle, width, height }: RotatedRectangle): RotatedRectangle {
  const isTall = height > width;
  const direction = isTall ? angle + Math.PI / 2 : angle;
  // Into (−π/2, π/2].
  const turns = Math.ceil((direction - Math.PI / 2) / Math.PI);
  return {
    center,
    angle: direction - turns * Math.PI,
    width: isTall ? height : width,
    height: isTall ? width : height,
  };
}
