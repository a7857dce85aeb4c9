import { pointIn } from '../../detection/text-region.ts';
import type { Point } from '../../geometry/point.ts';
import type { FlatSegment, Segment } from '../segments/segment.ts';
import { alignRows } from './align-rows.ts';
import { findShear } from './find-shear.ts';
import { fitSlopes, followField, slopeAt } from './slope-field.ts';

/**
 * Flattens a tilted, distorted or curled page: the slope of its lines is fitted as a smooth field over the page, and
 * each region is moved along the field to the middle of the page, so that the cells of one row have the same height,
 * however far apart they are.
 */
export function flattenPage(segments: readonly Segment[], width: number, height: number): FlatSegment[] {
  const regions = segments.map(({ region }) => region);
  const field = alignRows(fitSlopes(regions, { width, height }), regions);
  const middle = { x: width / 2, y: height / 2 };
  const angle = Math.atan(slopeAt(field, middle));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const flatten = (point: Point): Point => ({
    x: (point.x - middle.x) * cos + (point.y - middle.y) * sin,
    y: (followField(field, point, middle.x) - middle.y) * cos,
  });
  const flat = segments.map((segment) => {
    const left = flatten(pointIn(segment.region, -1, 0));
    const right = flatten(pointIn(segment.region, 1, 0));
    return {
      segment,
      left: Math.min(left.x, right.x),
      right: Math.max(left.x, right.x),
      y: (left.y + right.y) / 2,
      height: segment.region.rectangle.height,
    };
  });
  const shear = findShear(flat);
  return flat.map((segment) => ({
    ...segment,
    left: shear(segment.left, segment.y),
    right: shear(segment.right, segment.y),
  }));
}
