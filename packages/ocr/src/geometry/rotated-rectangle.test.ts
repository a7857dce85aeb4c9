import { describe, expect, it } from 'vitest';
import { cornersOf, type RotatedRectangle, smallestRectangle } from './rotated-rectangle.ts';

const rectangle = (angle: number, width: number, height: number): RotatedRectangle => ({
  center: { x: 120, y: 80 },
  angle,
  width,
  height,
});

describe('smallestRectangle', () => {
  it.each([0, 0.1, -0.4, 0.78, -1.2, 1.5])('finds a rectangle turned by %d again', (angle) => {
    const found = smallestRectangle([...cornersOf(rectangle(angle, 90, 20)), { x: 120, y: 80 }]);
    expect(found.width).toBeCloseTo(90);
    expect(found.height).toBeCloseTo(20);
    expect(found.angle).toBeCloseTo(angle);
    expect(found.center.x).toBeCloseTo(120);
    expect(found.center.y).toBeCloseTo(80);
  });

  it('makes the longer side the width, whose direction points to the right', () => {
    const found = smallestRectangle([...cornersOf(rectangle(0.2, 20, 90))]);
    expect(found.width).toBeCloseTo(90);
    expect(found.angle).toBeCloseTo(0.2 - Math.PI / 2);
  });

  it('returns an empty rectangle around a single point', () => {
    expect(smallestRectangle([{ x: 3, y: 4 }])).toMatchObject({
      center: { x: 3, y: 4 },
      width: 0,
      height: 0,
    });
  });
});
