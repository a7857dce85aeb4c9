import { OcrEngine } from '@quern/ocr/ocr-engine';
import { isMissing } from '@quern/testing/requirements';
import { reportCounts } from '@quern/testing/soak/counts';
import { soakMinutes } from '@quern/testing/soak/soak-minutes';
import { afterAll, describe, expect, it } from 'vitest';
import { imageOutcomes, readImageOutcome } from '../../eval/ocr/robustness/image-outcome.ts';
import { mutatedImages } from '../../eval/ocr/robustness/mutated-images.ts';
import { listRobustFiles } from '../../eval/ocr/robustness/robust-files.ts';

const minutes = soakMinutes(2);
const imagesMin = 200;
const firstSeed = 13;
const imagesPerSeed = 50;

const engine = new OcrEngine();
afterAll(() => engine.close());

it('OcrEngine returns text or a clear error for damaged images of 8 formats', async ({ task }) => {
  const endMs = performance.now() + minutes * 60_000;
  const counts: Record<string, number> = { images: 0 };
  for (let seed = firstSeed; (counts['images'] ?? 0) < imagesMin || performance.now() < endMs; seed += 1) {
    for await (const [name, bytes] of mutatedImages(imagesPerSeed, seed)) {
      const outcome = await readImageOutcome(engine, bytes);
      expect(imageOutcomes, `image ${name} of seed ${seed}`).toContain(outcome);
      counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
      counts['images'] = (counts['images'] ?? 0) + 1;
    }
  }
  reportCounts(task, counts);
});

describe.skipIf(isMissing('shared'))('OcrEngine on the files of ocr/robust (needs ../shared)', () => {
  it.each(listRobustFiles())('returns $expected for $name', async ({ expected, read }) => {
    expect(await readImageOutcome(engine, read())).toBe(expected);
  });
});
