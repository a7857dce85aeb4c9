import { describe, expect, it } from 'vitest';
import { applyHomography, type Point, solveHomography } from './homography.ts';
import { PhotoGeometry, type PhotoPose } from './photo-geometry.ts';

const flat: PhotoPose = {
  tiltDegrees: 0,
  pitchDegrees: 0,
  yawDegrees: 0,
  curl: 0,
  curlWaves: 1,
  margin: 0.1,
  longSide: 1000,
};

describe('solveHomography', () => {
  it('finds the mapping between two quadrilaterals', () => {
    const from: Point[] = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    const to: Point[] = [
      [10, 20],
      [110, 5],
      [130, 220],
      [-5, 190],
    ];
    const mapping = solveHomography(from, to);
    for (const [index, point] of from.entries()) {
      const [x, y] = applyHomography(mapping, point);
      expect(x).toBeCloseTo(to[index]?.[0] ?? Number.NaN, 6);
      expect(y).toBeCloseTo(to[index]?.[1] ?? Number.NaN, 6);
    }
    expect(() => solveHomography([from[0], from[0], from[0], from[0]] as Point[], to)).toThrow(
      'no projective',
    );
  });
});

describe('PhotoGeometry', () => {
  it('keeps a sheet that the camera sees from straight above in proportion, with its margin', () => {
    const geometry = new PhotoGeometry(0.5, flat);
    expect([geometry.width, geometry.height]).toEqual([600, 1000]);
    expect(geometry.toSheet(100, 100)[0]).toBeCloseTo(0, 6);
    expect(geometry.toSheet(500, 900)[1]).toBeCloseTo(1, 6);
    expect(geometry.toSheet(300, 500)[0]).toBeCloseTo(0.5, 6);
  });

  it('tilts the upper edge by the angle', () => {
    const { corners } = new PhotoGeometry(0.7, { ...flat, tiltDegrees: 10 });
    const [[left, top] = [0, 0], [right, bottom] = [0, 0]] = corners;
    expect((Math.atan2(bottom - top, right - left) * 180) / Math.PI).toBeCloseTo(10, 6);
  });

  it('shows the nearer edge longer', () => {
    const { corners } = new PhotoGeometry(0.7, { ...flat, pitchDegrees: 15 });
    const length = (from: number, to: number) =>
      Math.abs((corners[from]?.[0] ?? 0) - (corners[to]?.[0] ?? 0));
    expect(length(0, 1)).toBeGreaterThan(1.05 * length(2, 3));
  });

  it('displaces the middle of a line by the curl', () => {
    const geometry = new PhotoGeometry(1, { ...flat, curl: 0.02 });
    expect(geometry.toSheet(500, 500)[1]).toBeCloseTo(0.52, 6);
    expect(geometry.toSheet(100, 500)[1]).toBeCloseTo(0.5, 6);
  });
});
