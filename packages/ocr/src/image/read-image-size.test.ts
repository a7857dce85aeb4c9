import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readImageSize } from './read-image-size.ts';

const blank = sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } });

describe('readImageSize', () => {
  it.each(['png', 'jpeg'] as const)('reads the size of a %s from its header', async (format) => {
    const bytes = await blank.clone().toFormat(format).toBuffer();
    expect(readImageSize(bytes, format)).toEqual({ width: 30, height: 20 });
    expect(readImageSize(bytes.subarray(0, 20), format)).toBeUndefined();
  });

  it('returns undefined for other formats', async () => {
    expect(readImageSize(await blank.clone().webp().toBuffer(), 'webp')).toBeUndefined();
  });
});
