import type { Point } from '../geometry/point.ts';
import { evaluatePolynomial, fitPolynomial } from '../geometry/polynomial.ts';
import { quantile } from '../geometry/quantile.ts';
import { type RotatedRectangle, rectangleAlong, smallestRectangle } from '../geometry/rotated-rectangle.ts';
import { type Component, findComponents } from './find-components.ts';
import type { ProbabilityMap } from './probability-map.ts';
import type { TextRegion } from './text-region.ts';

/** More regions than on the densest page; the limit bounds the time that noise takes. */
const regionsMax = 3000;
/** The network marks the core of a line: it is widened by area × ratio / circumference (PaddleOCR). */
const widenRatio = 1.6;
const scoreMin = 0.45;
/** Noise of a scan can light up most of a page: text that thick, as a share of the map's sides, has a high score. */
const [floodThickness, floodScoreMin] = [0.25, 0.7];
/** Thinner components are specks, in pixels of the map. */
const thicknessMin = 2;
/** Rectangles whose length is this many times their height have their own direction. */
const directedLengthMin = 3;
const directionBins = 180;
/** Directions within this angle of the most common one are averaged. */
const directionSpread = Math.PI / 12;
/** Lines that bend by less, relative to their thickness, are taken for straight. */
const bendMin = 0.15;
/** A bend is measured only on components that are this many times as long as thick. */
const bendLengthMin = 5;
const bendDegree = 3;

/**
 * Finds the lines of text in a probability map.
 *
 * @param scale the map's pixels per pixel of the image, in each direction: whole pixels make them differ a little
 * @returns regions in pixels of the image, in no particular order
 */
export function findRegions(map: ProbabilityMap, scale: Point): TextRegion[] {
  const cores = findComponents(map, regionsMax)
    .filter(({ score }) => score >= scoreMin)
    .map((component) => {
      const outline = outlineOf(component);
      return { component, outline, rectangle: smallestRectangle(outline) };
    });
  const direction = dominantDirection(cores.map(({ rectangle }) => rectangle));
  const regions: TextRegion[] = [];
  for (const { component, outline, rectangle } of cores) {
    const isShort = rectangle.width < rectangle.height * directedLengthMin;
    const { width, height, ...place } = isShort ? rectangleAlong(outline, direction) : rectangle;
    // A rectangle around one pixel has no extent: pixels are squares, not points.
    const core = { ...place, width: width + 1, height: height + 1 };
    const thickness = Math.min(core.width, core.height);
    const isFlood =
      thickness > floodThickness * Math.max(map.width, map.height) && component.score < floodScoreMin;
    if (thickness >= thicknessMin && !isFlood) regions.push(toRegion(core, component, scale));
  }
  return regions;
}

/**
 * The direction of most of the text: the mean of the directions near the most common one, each weighted by its length.
 *
 * @returns radians, from −π/2 (exclusive) to π/2; 0 without long rectangles
 */
export function dominantDirection(rectangles: readonly RotatedRectangle[]): number {
  const long = rectangles.filter(({ width, height }) => width >= height * directedLengthMin);
  const weights = new Float64Array(directionBins);
  for (const { angle, width } of long) {
    const bin = Math.floor((angle / Math.PI + 0.5) * directionBins);
    for (let near = bin - 2; near <= bin + 2; near += 1) {
      const index = (near + directionBins) % directionBins;
      weights[index] = (weights[index] ?? 0) + width * (3 - Math.abs(near - bin));
    }
  }
  const peak = ((weights.indexOf(Math.max(...weights)) + 0.5) / directionBins - 0.5) * Math.PI;
  let [sum, total] = [0, 0];
  for (const { angle, width } of long) {
    const difference = angle - peak - Math.round((angle - peak) / Math.PI) * Math.PI;
    if (Math.abs(difference) > directionSpread) continue;
    sum += difference * width;
    total += width;
  }
  if (total === 0) return 0;
  const mean = peak + sum / total;
  return mean - Math.ceil((mean - Math.PI / 2) / Math.PI) * Math.PI;
}

function outlineOf({ runs }: Component): Point[] {
  const points: Point[] = [];
  for (let at = 0; at < runs.length; at += 3) {
    const [y = 0, left = 0, right = 0] = [runs[at], runs[at + 1], runs[at + 2]];
    points.push({ x: left, y }, { x: right, y });
  }
  return points;
}

function toRegion(core: RotatedRectangle, component: Component, scale: Point): TextRegion {
  const { thickness, bend } = measureBend(core, component);
  const margin = (core.width * thickness * widenRatio) / (core.width + thickness);
  const width = core.width + margin;
  // The polynomial runs over the core: its variable is scaled to the widened rectangle.
  const stretch = width / core.width;
  const [cos, sin] = [Math.cos(core.angle), Math.sin(core.angle)];
  const along = Math.hypot(cos / scale.x, sin / scale.y);
  const across = Math.hypot(sin / scale.x, cos / scale.y);
  return {
    rectangle: {
      // Half a pixel, since pixels are squares, and half a pixel, by which the dilation moves the center.
      center: { x: (core.center.x + 1) / scale.x, y: (core.center.y + 1) / scale.y },
      angle: scale.x === scale.y ? core.angle : Math.atan2(sin / scale.y, cos / scale.x),
      width: width * along,
      height: (thickness + margin) * across,
    },
    bend: bend.map((coefficient, power) => coefficient * stretch ** power * across),
    score: component.score,
  };
}

/** The thickness of a component across its center line, and the center line if it is curved. */
function measureBend(core: RotatedRectangle, component: Component): { thickness: number; bend: number[] } {
  const straight = { thickness: core.height, bend: [] };
  if (core.width < core.height * bendLengthMin) return straight;
  const profile = profileOf(core, component);
  const fit = fitPolynomial(profile.positions, profile.centers, bendDegree);
  const deviations = profile.positions.map((u) => evaluatePolynomial(fit, u));
  const range = Math.max(...deviations) - Math.min(...deviations);
  const thickness = quantile(profile.thicknesses, 0.75);
  if (range < thickness * bendMin) return straight;
  return { thickness: Math.min(core.height, thickness), bend: fit };
}

interface Profile {
  /** From −1 to 1 along the rectangle. */
  readonly positions: number[];
  readonly centers: number[];
  readonly thicknesses: number[];
}

/** Measures center and thickness in sections of a component, each about as long as it is thick. */
function profileOf(core: RotatedRectangle, { runs }: Component): Profile {
  const count = Math.max(4, Math.min(64, Math.round(core.width / core.height)));
  const tops = new Float64Array(count).fill(Infinity);
  const bottoms = new Float64Array(count).fill(-Infinity);
  const areas = new Float64Array(count);
  const [cos, sin] = [Math.cos(core.angle), Math.sin(core.angle)];
  for (let at = 0; at < runs.length; at += 3) {
    const y = (runs[at] ?? 0) - core.center.y;
    for (let column = runs[at + 1] ?? 0; column <= (runs[at + 2] ?? 0); column += 1) {
      const x = column - core.center.x;
      const section = Math.floor(((x * cos + y * sin) / core.width + 0.5) * count);
      if (section < 0 || section >= count) continue;
      const v = y * cos - x * sin;
      tops[section] = Math.min(tops[section] ?? v, v);
      bottoms[section] = Math.max(bottoms[section] ?? v, v);
      areas[section] = (areas[section] ?? 0) + 1;
    }
  }
  const profile: Profile = { positions: [], centers: [], thicknesses: [] };
  for (let section = 0; section < count; section += 1) {
    const [top = 0, bottom = 0, area = 0] = [tops[section], bottoms[section], areas[section]];
    if (area === 0) continue;
    profile.positions.push(((section + 0.5) / count) * 2 - 1);
    profile.centers.push((top + bottom) / 2);
    profile.thicknesses.push((area * count) / core.width);
  }
  return profile;
}
