import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { dividePage } from './divide-page.ts';
import { setLines } from './fixtures/set-lines.ts';

it('dividePage does work in proportion to the number of lines of a page', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `and line ${index} of a column of the page, which`);
  const pageOf = (count: number) =>
    [0, 300, 600].flatMap((left) => setLines(lines(count), { left, top: left / 100 }));
  // Four times the length: 4 is linear, 16 quadratic.
  const ratio = await growthRatio((items) => dividePage({ items }), pageOf(150), pageOf(600));
  expect(ratio).toBeLessThan(9);
});
