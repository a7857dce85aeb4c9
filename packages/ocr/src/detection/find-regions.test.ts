import { describe, expect, it } from 'vitest';
import { cornersOf } from '../geometry/rotated-rectangle.ts';
import { findComponents } from './find-components.ts';
import { findRegions } from './find-regions.ts';
import type { ProbabilityMap } from './probability-map.ts';
import { pointIn } from './text-region.ts';

/** A map that is 1 where a condition holds. */
function drawMap(width: number, height: number, isText: (x: number, y: number) => boolean): ProbabilityMap {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    isText(at % width, Math.floor(at / width)) ? 1 : 0,
  );
  return { data, width, height };
}

/** The scale of a map of the image's size. */
const same = { x: 1, y: 1 };

const box = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x <= right && y >= top && y <= bottom;

describe('findComponents', () => {
  it('joins pixels that touch, also diagonally and through a later row', () => {
    const shape = ['#.....#', '.#...#.', '..#.#..', '...#...', '.......', '.......', '#.....#'];
    const map = drawMap(7, 7, (x, y) => shape[y]?.[x] === '#');
    expect(findComponents(map, 10).length).toBe(3);
  });

  it('keeps the largest components when there are too many', () => {
    const map = drawMap(60, 12, (x, y) => box(2, 2, 20, 6)(x, y) || (x > 30 && x % 6 === 0 && y === 5));
    const found = findComponents(map, 1);
    expect(found).toHaveLength(1);
    expect(found[0]?.area).toBeGreaterThan(90);
  });
});

describe('findComponents with equal components', () => {
  it('keeps as many as allowed', () => {
    const map = drawMap(90, 90, (x, y) => x % 9 > 4 && y % 9 > 4);
    expect(findComponents(map, 1000)).toHaveLength(100);
    expect(findComponents(map, 60)).toHaveLength(60);
  });
});

describe('findRegions', () => {
  it('ignores a faint response to most of a page, but not a large letter', () => {
    const drawn = drawMap(200, 160, box(20, 20, 179, 139));
    expect(findRegions(drawn, same)).toHaveLength(1);
    const faint = { ...drawn, data: drawn.data.map((value) => value * 0.55) };
    expect(findRegions(faint, same)).toEqual([]);
  });

  it('widens the core of a line and scales it to the image', () => {
    const [region, ...others] = findRegions(drawMap(200, 60, box(20, 20, 179, 29)), { x: 0.5, y: 0.5 });
    expect(others).toEqual([]);
    expect(region?.rectangle.angle).toBeCloseTo(0);
    expect(region?.rectangle.center.x).toBeCloseTo(200, 0);
    const [topLeft, , bottomRight] = cornersOf(region?.rectangle ?? expect.fail());
    expect(topLeft.y).toBeLessThan(30);
    expect(bottomRight.y).toBeGreaterThan(70);
    expect(bottomRight.x - topLeft.x).toBeGreaterThan(330);
  });

  it('finds lines at the bottom of tall images, whose sides are reduced by different factors', () => {
    // An image of 605 × 24,200 pixels, of which each side is reduced to whole pixels.
    const [region] = findRegions(drawMap(61, 2400, box(10, 2380, 50, 2384)), {
      x: 61 / 605,
      y: 2400 / 24_200,
    });
    expect(region?.rectangle.center.y).toBeCloseTo((2382.5 / 2400) * 24_200, -1);
    expect(region?.rectangle.center.x).toBeCloseTo((30.5 / 61) * 605, -1);
    const slanted = drawMap(200, 200, (x, y) => x > 20 && x < 180 && Math.abs(y - x) < 5);
    expect(Math.tan(findRegions(slanted, { x: 1, y: 0.5 })[0]?.rectangle.angle ?? 0)).toBeCloseTo(2, 1);
  });

  it('follows a curved line', () => {
    const center = (x: number): number => 40 + 20 * Math.sin((x / 300) * Math.PI);
    const map = drawMap(300, 100, (x, y) => x > 10 && x < 290 && Math.abs(y - center(x)) < 6);
    const [region] = findRegions(map, same);
    expect(region?.bend.length).toBeGreaterThan(0);
    for (const u of [-0.8, -0.4, 0, 0.4, 0.8]) {
      const { x, y } = pointIn(region ?? expect.fail(), u, 0);
      expect(Math.abs(y - center(x))).toBeLessThan(2.5);
    }
    expect(region?.rectangle.height).toBeLessThan(40);
  });

  it('gives short pieces the direction of the long lines', () => {
    const slope = 0.2;
    const isLine = (x: number, y: number): boolean => Math.abs(y - 30 - slope * x) < 6;
    const isDot = (x: number, y: number): boolean => Math.abs(x - 60) < 7 && Math.abs(y - 90) < 7;
    const regions = findRegions(
      drawMap(300, 120, (x, y) => (x > 5 && x < 280 && isLine(x, y)) || isDot(x, y)),
      same,
    );
    const short = regions.find(({ rectangle }) => rectangle.width < 60);
    expect(Math.tan(short?.rectangle.angle ?? 0)).toBeCloseTo(slope, 1);
  });
});
