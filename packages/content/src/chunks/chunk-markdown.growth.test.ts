import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { chunkMarkdown } from './chunk-markdown.ts';

it('chunkMarkdown does work that hardly depends on the size of the chunks', async () => {
  const rows = '| 123 | name | street 5 |\n'.repeat(6000);
  const chunk = (tokensMax: number) => chunkMarkdown(rows, tokensMax);
  expect(await growthRatio(chunk, 512, 8192)).toBeLessThan(4);
});
