import { describe, expect, it } from 'vitest';
import { SpanScore } from './span-f1.ts';

const span = (startIndex: number, endIndex: number, type: string) => ({ startIndex, endIndex, type });

describe('SpanScore', () => {
  it('counts exact matches of span and type over several texts', () => {
    const score = new SpanScore(['PERSON', 'LOCATION']);
    // One match, one wrong type, one wrong end; 3 predicted, 4 gold.
    score.add([span(0, 3, 'PERSON'), span(5, 9, 'PERSON')], [span(0, 3, 'PERSON'), span(5, 9, 'LOCATION')]);
    score.add([span(0, 4, 'LOCATION')], [span(0, 5, 'LOCATION'), span(7, 8, 'PERSON')]);
    expect(score.f1()).toBeCloseTo((2 * 1) / (3 + 4), 10);
    expect(score.f1ByType()).toEqual({ PERSON: (2 * 1) / (2 + 2), LOCATION: 0 });
    expect(score.goldCount()).toBe(4);
    expect(score.goldCount('PERSON')).toBe(2);
  });

  it('returns whether each scored prediction is correct, and ignores other types', () => {
    const score = new SpanScore(['PERSON']);
    const predicted = [span(0, 1, 'DATE'), span(0, 3, 'PERSON'), span(4, 5, 'PERSON')];
    expect(score.add(predicted, [span(0, 3, 'PERSON'), span(0, 1, 'DATE')])).toEqual([true, false]);
    expect(score.goldCount()).toBe(1);
  });

  it('matches each gold span once', () => {
    const score = new SpanScore(['PERSON']);
    expect(score.add([span(0, 3, 'PERSON'), span(0, 3, 'PERSON')], [span(0, 3, 'PERSON')])).toEqual([
      true,
      false,
    ]);
  });

  it('is zero when there is nothing to find', () => {
    expect(new SpanScore(['PERSON']).f1()).toBe(0);
  });
});
