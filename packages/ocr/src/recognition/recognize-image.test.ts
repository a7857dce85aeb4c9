import { imageGenerators } from '@quern/testing/hostile-input/image-generators';
import { describe, expect, it } from 'vitest';
import { recognizeImage } from './recognize-image.ts';

const generate = async (name: string, size: number) => {
  const generator = imageGenerators.find((candidate) => candidate.name === name);
  return Buffer.from((await generator?.generate(size)) ?? '');
};

describe('recognizeImage', () => {
  it('reads an image fewer times the more CPU time a reading takes', async () => {
    const bytes = await generate('noise', 3_000_000);
    const countReadings = async (secondsEach: number) => {
      let count = 0;
      const recognize = () => {
        count++;
        return '';
      };
      await recognizeImage(bytes, 1e8, recognize, () => count * secondsEach * 1000);
      return count;
    };
    expect([await countReadings(0.1), await countReadings(8), await countReadings(20)]).toEqual([5, 2, 1]);
  });

  it('halves an image with more components than any page until it has few', async () => {
    const sizes: number[] = [];
    const recognize = (image: Uint8Array) => {
      sizes.push(image.length);
      return '';
    };
    await recognizeImage(await generate('many-components', 4_000_000), 1e8, recognize, () => 0);
    expect(Math.max(...sizes)).toBeLessThan(300_000);
  });
});
