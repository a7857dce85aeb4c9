import { describe, expect, it } from 'vitest';
import type { TextRegion } from '../detection/text-region.ts';
import type { RgbImage } from '../image/rgb-image.ts';
import type { RawReading } from '../recognition/read-strips.ts';
import { type Detector, orientPage } from './orient-page.ts';

const image: RgbImage = { data: new Uint8Array(3 * 200 * 120).fill(255), width: 200, height: 120 };

const line = (y: number, { angle = 0, width = 120, height = 10 } = {}): TextRegion => ({
  rectangle: { center: { x: 100, y }, angle, width, height },
  bend: [],
  score: 0.9,
});

/** Finds the same regions in every image. */
function detectorOf(regions: readonly TextRegion[]): Detector {
  const detectCoarsely = async () => ({ regions, scale: 1 });
  return { detectCoarsely, refine: async () => regions };
}

const unread: RawReading = { characters: [], confidence: 0, ink: new Uint8Array() };

/** Answers call by call with the same score for all strips, and records how many strips each call had. */
function scorer(...answers: readonly number[]) {
  const calls: number[] = [];
  const probeStrips = async (strips: readonly RgbImage[]) => {
    calls.push(strips.length);
    const score = answers[calls.length - 1] ?? expect.fail('too many calls');
    return strips.map(() => ({ score, reading: { ...unread, confidence: score } }));
  };
  return { calls, probeStrips };
}

const lines = [line(10), line(30), line(50), line(70), line(90), line(110)];

describe('orientPage', () => {
  it('asks once where a page is read well', async () => {
    const { calls, probeStrips } = scorer(0.99);
    const page = await orientPage(image, detectorOf(lines), probeStrips);
    expect([page.rotation, calls]).toEqual([0, [4]]);
  });

  it('turns a page that is read better upside down, and its regions', async () => {
    const { probeStrips } = scorer(0.5, 0.95);
    const page = await orientPage(image, detectorOf(lines), probeStrips);
    expect(page.rotation).toBe(180);
    expect(page.regions[0]?.rectangle.center).toEqual({ x: 100, y: 110 });
    expect(page.readings.size).toBe(4);
    for (const [region, { confidence }] of page.readings) {
      expect(page.regions).toContain(region);
      expect(confidence).toBe(0.95);
    }
  });

  it('keeps no readings of lines that were cut', async () => {
    const long = line(60, { width: 190, height: 10 });
    const page = await orientPage(image, detectorOf([long, line(10), line(30)]), scorer(0.99).probeStrips);
    expect([...page.readings.keys()]).toEqual([line(10), line(30)]);
  });

  it('asks more lines where both directions are read badly', async () => {
    const { calls, probeStrips } = scorer(0.2, 0.4, 0.99);
    const page = await orientPage(image, detectorOf(lines), probeStrips);
    expect([page.rotation, calls]).toEqual([0, [4, 4, 6]]);
  });

  it('does not ask regions much higher than a line', async () => {
    const { calls, probeStrips } = scorer(0.99);
    const edge = line(60, { width: 200, height: 60 });
    await orientPage(image, detectorOf([edge, line(10), line(30), line(50)]), probeStrips);
    expect(calls).toEqual([3]);
  });

  it('turns a page with vertical lines before it is searched closely', async () => {
    const searched: number[] = [];
    const vertical = lines.map((region) => line(region.rectangle.center.y, { angle: Math.PI / 2 }));
    const detector: Detector = {
      detectCoarsely: async ({ width }) => ({ regions: width === 200 ? vertical : lines, scale: 1 }),
      refine: async ({ width }, { regions }) => {
        searched.push(width);
        return regions;
      },
    };
    const page = await orientPage(image, detector, scorer(0.99).probeStrips);
    expect([page.rotation, searched]).toEqual([90, [120]]);
  });
});
