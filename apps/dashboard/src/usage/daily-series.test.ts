import { describe, expect, it } from 'vitest';
import { stack, toDailySeries } from './daily-series.ts';

const usage = {
  from: '2026-02-27',
  to: '2026-03-01',
  daily: [
    { date: '2026-02-27', operation: 'ocr', requests: 1, credits: 1 },
    { date: '2026-03-01', operation: 'ocr', requests: 2, credits: 2 },
    { date: '2026-03-01', operation: 'map', requests: 1, credits: 5 },
  ],
  totals: [
    { operation: 'ocr', requests: 3, credits: 3 },
    { operation: 'map', requests: 1, credits: 5 },
  ],
};

describe('usage by day', () => {
  it('has every day of the period, and the operation with the most first', () => {
    expect(toDailySeries(usage, 'credits')).toEqual({
      days: ['2026-02-27', '2026-02-28', '2026-03-01'],
      series: [
        { operation: 'map', values: [0, 0, 5] },
        { operation: 'ocr', values: [1, 0, 2] },
      ],
    });
    expect(toDailySeries(usage, 'requests').series[0]).toEqual({ operation: 'ocr', values: [1, 0, 2] });
  });
  it('is stacked to the sum of each day', () => {
    expect(stack(toDailySeries(usage, 'credits').series)).toEqual([
      [0, 0, 5],
      [1, 0, 7],
    ]);
  });
});
