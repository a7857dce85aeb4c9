import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { trimSpan } from './trim-span.ts';

it.each(['(', ')', '"', '.', "'a"])(
  'trimSpan does work linear in the length of repeated %j',
  async (unit) => {
    const trim = (text: string) => trimSpan(text, { startIndex: 0, endIndex: text.length });
    // Quadratic growth would give a ratio of 100.
    expect(await growthRatio(trim, unit.repeat(30_000), unit.repeat(300_000))).toBeLessThan(40);
  },
);
