import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { cleanOutput } from './clean-output.ts';

it.each(['[', '![', '[a](', '\n', ' ', '**a', '\nnote', '<a', '"'])(
  'cleanOutput does work linear in the length of repeated %j',
  async (unit) => {
    const outputOf = (length: number) => `${unit.repeat(length / unit.length)} The end.`;
    const clean = (output: string) => cleanOutput(output, 'en', false);
    // Quadratic growth would give a ratio of 64.
    expect(await growthRatio(clean, outputOf(4000), outputOf(32_000))).toBeLessThan(24);
  },
);
