import type { Point } from './point.ts';

/**
 * Convex hull by the monotone chain (Andrew 1979), counterclockwise in a system whose y axis points up.
 *
 * @param points in any order; sorted by x, then y, on return
 */
export function convexHull(points: Point[]): Point[] {
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  if (points.length < 3) return [...points];
  const lower = chain(points);
  const upper = chain(points.toReversed());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length > 1 && turn(hull.at(-2), hull.at(-1), point) <= 0) hull.pop();
    hull.push(point);
  }
  return hull;
}

/** Twice the signed area of the triangle; positive for a left turn. */
function turn(a: Point | undefined, b: Point | undefined, c: Point): number {
  if (a === undefined || b === undefined) return 0;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
