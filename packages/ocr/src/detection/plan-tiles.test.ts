import { describe, expect, it } from 'vitest';
import { planTiles, type TileSpan } from './plan-tiles.ts';

const sizes = [
  [1, 1],
  [949, 949],
  [600, 1500],
  [2121, 2829],
  [30, 32_000],
  [32_000, 187],
  [97, 6100],
] as const;

/** How often each place of a side is kept. */
function keptCounts(spans: readonly TileSpan[], side: number): Set<number> {
  const counts = new Uint8Array(side);
  for (const { keepFrom, keepTo } of spans)
    for (let place = keepFrom; place < keepTo; place += 1) counts[place] = (counts[place] ?? 0) + 1;
  return new Set(counts);
}

describe.each(sizes)('the tiles of an image of %i × %i pixels', (width, height) => {
  const { columns, rows } = planTiles(width, height);

  it('keep each pixel once, from a tile that shows it', () => {
    for (const [spans, side] of [
      [columns, width],
      [rows, height],
    ] as const) {
      expect(keptCounts(spans, side)).toEqual(new Set([1]));
      for (const { from, length, keepFrom, keepTo } of spans) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(keepFrom).toBeGreaterThanOrEqual(from);
        expect(keepTo).toBeLessThanOrEqual(from + length);
        expect(length % 32).toBe(0);
      }
    }
  });

  it('are small enough for the memory', () => {
    expect((columns[0]?.length ?? 0) * (rows[0]?.length ?? 0)).toBeLessThanOrEqual(600_000);
  });
});

it('searches few pixels twice', () => {
  const { columns, rows } = planTiles(949, 949);
  const pixels = columns.length * rows.length * (columns[0]?.length ?? 0) * (rows[0]?.length ?? 0);
  expect(pixels).toBeLessThan(949 * 949 * 1.2);
});
