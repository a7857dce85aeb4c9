import type { FlatSegment } from './segment.ts';

/** Centers of neighbors in a row differ by less than this share of the lower height. */
const rowDistanceMax = 0.5;
/** Neighbors overlap by at most this share of the shorter one. */
const overlapMax = 0.55;

/**
 * Groups segments into rows, from top to bottom, each from left to right. A segment is compared with its nearest
 * neighbor in the row, which tolerates a remaining distortion.
 */
export function buildRows(segments: readonly FlatSegment[]): FlatSegment[][] {
  const rows: FlatSegment[][] = [];
  // Long segments first: they are the surest guides.
  for (const segment of segments.toSorted((a, b) => b.right - b.left - (a.right - a.left))) {
    let best: FlatSegment[] | undefined;
    let bestDistance = rowDistanceMax;
    for (const row of rows) {
      const distance = distanceTo(row, segment);
      if (distance < bestDistance) [best, bestDistance] = [row, distance];
    }
    if (best === undefined) rows.push([segment]);
    else best.push(segment);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left);
  return rows.toSorted((a, b) => centerOf(a) - centerOf(b));
}

/** Center of a row across the lines, weighted by the lengths of its segments. */
export function centerOf(row: readonly FlatSegment[]): number {
  let [sum, total] = [0, 0];
  for (const { left, right, y } of row) {
    sum += y * (right - left + 1);
    total += right - left + 1;
  }
  return sum / total;
}

/** Distance of a segment to a row relative to the height of the lines; infinite where it overlaps a member. */
function distanceTo(row: readonly FlatSegment[], segment: FlatSegment): number {
  let [nearest, gapOfNearest] = [Infinity, Infinity];
  for (const member of row) {
    const distance = Math.abs(member.y - segment.y) / Math.min(member.height, segment.height);
    if (distance > 4) return Infinity;
    const gap = Math.max(member.left, segment.left) - Math.min(member.right, segment.right);
    const shorter = Math.min(member.right - member.left, segment.right - segment.left);
    if (-gap > shorter * overlapMax) return Infinity;
    if (gap < gapOfNearest) [nearest, gapOfNearest] = [distance, gap];
  }
  return nearest;
}
