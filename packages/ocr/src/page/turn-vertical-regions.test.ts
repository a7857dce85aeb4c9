import { expect, it } from 'vitest';
import type { TextRegion } from '../detection/text-region.ts';
import { ImagePyramid } from '../image/image-pyramid.ts';
import { turnVerticalRegions } from './turn-vertical-regions.ts';

const pyramid = new ImagePyramid({ data: new Uint8Array(3 * 100 * 100).fill(255), width: 100, height: 100 });
const region = (angle: number, width = 60): TextRegion => ({
  rectangle: { center: { x: 50, y: 50 }, angle, width, height: 12 },
  bend: [1, 2, 3],
  score: 0.9,
});

it('turns the vertical lines that are read better in the other direction', async () => {
  const regions = [region(0), region(Math.PI / 2, 60), region(Math.PI / 2, 50)];
  const scored: number[] = [];
  const turned = await turnVerticalRegions(regions, pyramid, async (strips) => {
    scored.push(strips.length);
    return [0.3, 0.9, 0.8, 0.9].map((score) => ({
      score,
      reading: { characters: [], confidence: score, ink: new Uint8Array() },
    }));
  });
  expect(scored).toEqual([4]);
  expect(turned[0]).toBe(regions[0]);
  expect(turned[1]?.rectangle.angle).toBeCloseTo(-Math.PI / 2);
  expect(turned[1]?.bend).toEqual([-1, 2, -3]);
  expect(turned[2]).toBe(regions[2]);
});

it('reads nothing on a page without vertical lines', async () => {
  const regions = [region(0.1)];
  const turned = await turnVerticalRegions(regions, pyramid, async () => expect.fail('no strip to score'));
  expect(turned).toEqual(regions);
});
