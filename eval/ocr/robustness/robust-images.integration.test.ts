import { OcrEngine } from '@quern/ocr/ocr-engine';
import { isMissing } from '@quern/testing/requirements';
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from './encode-formats.ts';
import { imageOutcomes, readImageOutcome } from './image-outcome.ts';
import { mutations } from './mutate-image.ts';
import { mutatedImages } from './mutated-images.ts';
import { listRobustFiles } from './robust-files.ts';

const engine = new OcrEngine();
afterAll(() => engine.close());

describe('OcrEngine on damaged and unusual files', () => {
  it('returns text or a clear error for an image of each format with each kind of damage', async () => {
    const outcomes = new Map<unknown, number>();
    for await (const [name, bytes] of mutatedImages(formats.length * mutations.length, 13)) {
      const outcome = await readImageOutcome(engine, bytes);
      expect.soft(imageOutcomes, name).toContain(outcome);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    // Otherwise the damage would be too small, or fatal, to test anything.
    expect(outcomes.get('text')).toBeGreaterThan(5);
    expect(outcomes.get('unreadable')).toBeGreaterThan(5);
  });
});

/** Files that differ little from others: the soak `robust-images` reads them. */
const ordinary = ['a.pdf', 'anim.webp', 'ok.jpg', 'ok.png', 'rgba.png'];

describe.skipIf(isMissing('shared'))('OcrEngine on the files of ocr/robust (needs ../shared)', () => {
  const files = listRobustFiles().filter(({ name }) => !ordinary.includes(name));
  it.each(files)('returns $expected for $name', async ({ expected, read }) => {
    expect(await readImageOutcome(engine, read())).toBe(expected);
  });
});
