import { describe, expect, it } from 'vitest';
import { pairedBootstrap } from './paired-bootstrap.ts';

const wave = Array.from({ length: 200 }, (_, index) => Math.sin(index) / 4 + 0.5);

describe('pairedBootstrap', () => {
  it('sees a small steady gain that single scores would hide', () => {
    const { mean, low, high } = pairedBootstrap(
      wave.map((score, index) => score + 0.02 + 0.01 * Math.cos(index * 7)),
      wave,
    );
    expect(mean).toBeCloseTo(0.02, 2);
    expect(low).toBeGreaterThan(0.015);
    expect(high).toBeLessThan(0.025);
  });

  it('calls no difference what is chance', () => {
    const { low, high } = pairedBootstrap(wave, wave.toReversed());
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it('answers the same twice, and zero for nothing', () => {
    expect(pairedBootstrap(wave, wave.toReversed())).toEqual(pairedBootstrap(wave, wave.toReversed()));
    expect(pairedBootstrap([], [])).toEqual({ mean: 0, low: 0, high: 0 });
  });
});
