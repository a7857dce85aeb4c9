import { describe, expect, it } from 'vitest';
import { logSoftmaxRows, sigmoid, softmax } from './softmax.ts';

describe('softmax', () => {
  it('returns probabilities that sum to 1, also for logits that overflow exp', () => {
    expect([...softmax(Float32Array.of(0, Math.log(3)), 1)]).toEqual([
      expect.closeTo(0.25, 6),
      expect.closeTo(0.75, 6),
    ]);
    expect([...softmax(Float32Array.of(1e30, 0), 1)]).toEqual([1, 0]);
  });

  it('divides the logits by the temperature', () => {
    expect(softmax(Float32Array.of(0, 2), 2)[1]).toBeCloseTo(Math.E / (Math.E + 1), 6);
  });
});

describe('logSoftmaxRows', () => {
  it('normalizes each row separately', () => {
    const rows = logSoftmaxRows(Float32Array.of(0, Math.log(3), 5, 5), 2, 1);
    expect([...rows].map(Math.exp)).toEqual([0.25, 0.75, 0.5, 0.5].map((value) => expect.closeTo(value, 6)));
  });
});

describe('sigmoid', () => {
  it('maps logits to probabilities around 0.5', () => {
    expect([sigmoid(0), sigmoid(1000), sigmoid(-1000)]).toEqual([0.5, 1, 0]);
  });
});
