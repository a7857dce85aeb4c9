import { describe, expect, it } from 'vitest';
import { stack, toDailySeries } from './daily-series.ts';

const period = { from: '2026-02-27', to: '2026-03-01' };
const entries = [
  { date: '2026-02-27', name: 'ocr', requests: 1, credits: 1 },
  { date: '2026-03-01', name: 'ocr', requests: 2, credits: 2 },
  { date: '2026-03-01', name: 'map', requests: 1, credits: 5 },
];

describe('usage by day', () => {
  it('has every day of the period, and the one with the most first', () => {
    expect(toDailySeries(period, entries, 'credits')).toEqual({
      days: ['2026-02-27', '2026-02-28', '2026-03-01'],
      series: [
        { name: 'map', values: [0, 0, 5] },
        { name: 'ocr', values: [1, 0, 2] },
      ],
    });
    expect(toDailySeries(period, entries, 'requests').series[0]).toEqual({ name: 'ocr', values: [1, 0, 2] });
  });
  it('is stacked to the sum of each day', () => {
    expect(stack(toDailySeries(period, entries, 'credits').series)).toEqual([
      [0, 0, 5],
      [1, 0, 7],
    ]);
  });
});
