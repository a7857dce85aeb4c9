import { describe, expect, it } from 'vitest';
import { flattenTransparency } from './flatten-transparency.ts';

/** A row of pixels: a letter for each level of gray, `.` for a transparent pixel. */
function flattenRow(row: string): number[] {
  const levels: Record<string, readonly number[]> = {
    w: [255, 255, 255, 255],
    l: [200, 200, 200, 255],
    b: [0, 0, 0, 255],
    d: [60, 60, 60, 255],
    '.': [0, 0, 0, 0],
    h: [255, 255, 255, 128],
  };
  const rgba = Uint8Array.from([...row].flatMap((pixel) => levels[pixel] ?? []));
  const rgb = flattenTransparency(rgba, row.length, 1);
  return Array.from({ length: row.length }, (_, index) => rgb[index * 3] ?? -1);
}

describe('flattenTransparency', () => {
  it('draws dark outlines on white, light ones on black', () => {
    expect(flattenRow('.b.d.')).toEqual([255, 0, 255, 60, 255]);
    expect(flattenRow('.w.l.')).toEqual([0, 255, 0, 200, 0]);
  });

  it('draws outlines of both kinds on gray', () => {
    expect(flattenRow('.w.b.w.b.')).toEqual([128, 255, 128, 0, 128, 255, 128, 0, 128]);
  });

  it('ignores what is inside, and leaves opaque and empty images as they are', () => {
    // A white sign with a dark border on a transparent background.
    expect(flattenRow('.dwwwwwd.')).toEqual([255, 60, 255, 255, 255, 255, 255, 60, 255]);
    expect(flattenRow('wbd')).toEqual([255, 0, 60]);
    expect(flattenRow('...')).toEqual([255, 255, 255]);
  });

  it('blends what is half transparent', () => {
    expect(flattenRow('.h')).toEqual([0, 128]);
  });
});
