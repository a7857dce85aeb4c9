import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeHeic } from './decode-heic.ts';
import { decodeImage } from './decode-image.ts';
import { inspectImage } from './inspect-image.ts';

const note = readFileSync(new URL('../fixtures/note.heic', import.meta.url));

describe('a HEIC image', () => {
  it('is inspected by its header and decoded to the pixels that it shows', async () => {
    expect(await inspectImage(note, 1_000_000)).toMatchObject({ format: 'heif', width: 640, height: 240 });
    const { image, width, height } = await decodeImage(note, 1_000_000);
    expect([width, height, image.width, image.height, image.data.length]).toEqual([
      640, 240, 640, 240, 460_800,
    ]);
    // White paper with black letters.
    const dark = image.data.filter((value) => value < 100).length / image.data.length;
    expect(image.data[0]).toBeGreaterThan(240);
    expect(dark).toBeGreaterThan(0.02);
    expect(dark).toBeLessThan(0.2);
  });

  it('of too many pixels is rejected before they are decoded', async () => {
    await expect(inspectImage(note, 100_000)).rejects.toMatchObject({ code: 'too_large' });
    await expect(decodeHeic(note, 100_000)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('that is damaged is rejected', async () => {
    for (const bytes of [
      note.subarray(0, 300),
      note.subarray(0, note.length - 2000),
      Buffer.from(note).fill(0, 900),
    ])
      await expect(decodeHeic(bytes, 1_000_000)).rejects.toMatchObject({ code: 'unreadable' });
  });
});
