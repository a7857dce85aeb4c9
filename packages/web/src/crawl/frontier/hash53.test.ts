import { expect, it } from 'vitest';
import { hash53 } from './hash53.ts';

it('returns different safe integers for 300,000 similar URLs', () => {
  const hashes = new Set<number>();
  for (let index = 0; index < 100_000; index++) {
    hashes.add(hash53(`example.org/article/${index}`));
    hashes.add(hash53(`example.org/${index}/article`));
    hashes.add(hash53(`example.org/article?a=${index % 300}&b=${Math.floor(index / 300)}`));
  }
  expect(hashes.size).toBe(300_000);
  for (const hash of hashes) if (!Number.isSafeInteger(hash) || hash < 0) expect(hash).toBe('a safe integer');
});

it('sets each of the 53 bits for about half of the texts', () => {
  const counts = Array.from({ length: 53 }, () => 0);
  for (let index = 0; index < 4000; index++) {
    const hash = hash53(`example.org/${index}`);
    for (let bit = 0; bit < 53; bit++) {
      if (Math.floor(hash / 2 ** bit) % 2 === 1) counts[bit] = (counts[bit] ?? 0) + 1;
    }
  }
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
});
