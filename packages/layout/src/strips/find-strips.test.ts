import { describe, expect, it } from 'vitest';
import { setLines } from '../fixtures/set-lines.ts';
import { groupRows } from '../group-rows.ts';
import { findStrips } from './find-strips.ts';

const metrics = { size: 10, widthMin: 0.8, edgeTolerance: 0, missedMax: 0 };

describe('findStrips', () => {
  it('finds the strip between two columns, as far as a line across it', () => {
    const rows = groupRows([
      ...setLines(['a title across both columns of the page'], { left: 0, top: 0 }),
      ...setLines(['one one one', 'two two two', 'three three'], { left: 0, top: 20 }),
      ...setLines(['four four', 'five five', 'six six six'], { left: 100, top: 20 }),
    ]);
    expect(findStrips(rows, metrics, [])).toContainEqual({ left: 52.5, right: 100, start: 1, end: 4 });
  });

  it('ends a strip at a rule across it', () => {
    const rows = groupRows([
      ...setLines(['one', 'two', 'three', 'four'], { left: 0, top: 0 }),
      ...setLines(['five', 'six', 'seven', 'eight'], { left: 100, top: 0 }),
    ]);
    const rule = { left: 0, right: 150, top: 25, bottom: 26 };
    const ends = findStrips(rows, metrics, [rule]).map(({ start, end }) => [start, end]);
    expect(ends).toContainEqual([0, 2]);
    expect(ends).not.toContainEqual([0, 4]);
  });

  it('finds the narrower strip that goes on next to a longer line', () => {
    const rows = groupRows([
      ...setLines(['one', 'two', 'three is longer', 'four'], { left: 0, top: 0 }),
      ...setLines(['five', 'six', 'seven', 'eight'], { left: 100, top: 0 }),
    ]);
    const strips = findStrips(rows, metrics, []);
    expect(strips).toContainEqual({ left: 70, right: 100, start: 0, end: 4 });
    expect(strips).toContainEqual({ left: 15, right: 100, start: 0, end: 2 });
  });
});
