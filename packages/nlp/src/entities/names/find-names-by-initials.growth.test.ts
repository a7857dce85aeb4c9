import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { findNamesByInitials } from './find-names-by-initials.ts';

it('findNamesByInitials does work in proportion to the length', async () => {
  const find = (text: string) => [...findNamesByInitials(text, 'en')];
  expect(find('A. '.repeat(75_000))).toEqual([]);
  const textOf = (length: number) => 'A. '.repeat(length) + 'A. B. Smith, '.repeat(length / 75);
  // Linear growth is a ratio of 4, quadratic growth one of 16.
  expect(await growthRatio(find, textOf(75_000), textOf(300_000))).toBeLessThan(9);
});
