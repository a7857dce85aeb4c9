import { describe, expect, it } from 'vitest';
import { setText, textsOf } from '../fixtures/set-text.ts';
import { buildRows, centerOf } from './build-rows.ts';

describe('buildRows', () => {
  it('sorts rows from top to bottom and segments from left to right', () => {
    const segments = setText(['1  Oak shelf board  13', '2  Desk lamp        4']);
    expect(textsOf(buildRows(segments.toReversed()))).toEqual([
      ['1', 'Oak shelf board', '13'],
      ['2', 'Desk lamp', '4'],
    ]);
  });

  it('follows a row that sinks by more than half a line from side to side', () => {
    const row = setText(['description  thirteen  pieces  ten  5']);
    const sinking = row.map((segment, index) => ({ ...segment, y: segment.y + index * 8 }));
    expect(textsOf(buildRows(sinking))).toEqual([['description', 'thirteen', 'pieces', 'ten', '5']]);
  });

  it('keeps segments apart that overlap along the line', () => {
    const [first] = setText(['Total amount']);
    const [second] = setText(['Total amount'], { top: 10 });
    if (first === undefined || second === undefined) throw new Error('a line has a segment');
    expect(buildRows([first, second])).toHaveLength(2);
  });
});

describe('centerOf', () => {
  it('weights segments by their length', () => {
    const [long, short] = [setText(['a long description'])[0], setText(['5'], { top: 19 })[0]];
    if (long === undefined || short === undefined) throw new Error('a line has a segment');
    expect(centerOf([long, short])).toBeGreaterThan(0.5);
    expect(centerOf([long, short])).toBeLessThan(2);
  });
});
