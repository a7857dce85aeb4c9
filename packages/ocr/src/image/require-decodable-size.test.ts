import sharp, { type Metadata } from 'sharp';
import { describe, expect, it } from 'vitest';
import { requireDecodableSize } from './require-decodable-size.ts';

const image = { width: 10_000, height: 9900, channels: 3, depth: 'uchar', format: 'png' } as Metadata;

describe('requireDecodableSize', () => {
  it.each<[string, Partial<Metadata>]>([
    ['PNG', {}],
    ['PNG of 16 bits, which is read by rows', { channels: 4, depth: 'ushort' }],
    ['interlaced PNG of 8 bits', { channels: 4, isProgressive: true }],
    ['JPEG', { format: 'jpeg' }],
    ['progressive JPEG', { format: 'jpeg', isProgressive: true, chromaSubsampling: '4:2:0' }],
    ['TIFF', { format: 'tiff' }],
  ])('accepts a %s of 99 megapixels', (_, metadata) => {
    expect(() => requireDecodableSize({ ...image, ...metadata })).not.toThrow();
  });

  it.each<[string, Partial<Metadata>]>([
    ['interlaced PNG of 16 bits', { depth: 'ushort', isProgressive: true }],
    ['progressive JPEG of full chroma', { format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' }],
    ['TIFF of 16 bits', { format: 'tiff', depth: 'ushort' }],
    ['TIFF of 32 bits', { format: 'tiff', depth: 'float' }],
  ])('rejects a %s of 99 megapixels', (_, metadata) => {
    expect(() => requireDecodableSize({ ...image, ...metadata })).toThrow('bytes per pixel');
  });

  it('accepts images of all formats that sharp writes', async () => {
    const blank = sharp({ create: { width: 9, height: 9, channels: 4, background: '#fff' } });
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const) {
      const metadata = await sharp(await blank.clone().toFormat(format).toBuffer()).metadata();
      expect(() => requireDecodableSize(metadata)).not.toThrow();
    }
  });
});
