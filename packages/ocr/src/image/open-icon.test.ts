import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pixelsMaxDefault } from './decode-image.ts';
import { openIcon, readIconSize } from './open-icon.ts';

interface IconImage {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** An icon file: a header of 6 bytes, a directory with an entry of 16 bytes for each image, and the images. */
function iconFile(images: readonly IconImage[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, { width, height, bytes }] of images.entries()) {
    const at = 6 + 16 * index;
    // 256 is written as 0.
    directory.set([width & 255, height & 255], at);
    directory.writeUInt32LE(bytes.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([directory, ...images.map(({ bytes }) => bytes)]);
}

/** A bitmap as icons contain it: BITMAPINFOHEADER with twice the height, palette, pixels and mask from the last row on. */
function iconBitmap(
  size: { readonly width: number; readonly height: number; readonly bits: number; readonly colors?: number },
  ...parts: readonly (readonly number[])[]
): IconImage {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size.width, 4);
  header.writeInt32LE(2 * size.height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(size.bits, 14);
  header.writeUInt32LE(size.colors ?? 0, 32);
  return { ...size, bytes: Buffer.concat([header, ...parts.map((part) => Buffer.from(part))]) };
}

/** The pixels as one string of RGB in hexadecimal per row. */
function rowsOf(icon: Buffer): string[] {
  const pixels = openIcon(icon, pixelsMaxDefault);
  if (pixels instanceof Uint8Array) throw new Error('The image is a file, not pixels.');
  const { data, width, height } = pixels;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_none, x) =>
      Buffer.from(data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)).toString('hex'),
    ).join(' '),
  );
}

const [red, green, black] = [
  [0, 0, 255],
  [0, 255, 0],
  [0, 0, 0],
] as const;

describe('openIcon', () => {
  it('returns a PNG as it is', async () => {
    const bytes = await sharp({ create: { width: 256, height: 256, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const icon = iconFile([{ width: 256, height: 256, bytes }]);
    expect(openIcon(icon, pixelsMaxDefault)).toEqual(bytes);
    expect(readIconSize(icon)).toEqual({ width: 256, height: 256 });
  });

  it('opens the largest image', () => {
    const small = iconBitmap({ width: 1, height: 1, bits: 32 }, [...red, 255], [0, 0, 0, 0]);
    const large = iconBitmap({ width: 2, height: 1, bits: 32 }, [...green, 255, ...red, 255], [0, 0, 0, 0]);
    expect(rowsOf(iconFile([small, large, small]))).toEqual(['00ff00 ff0000']);
    expect(readIconSize(iconFile([small, large]))).toEqual({ width: 2, height: 1 });
  });

  it('puts a bitmap of 32 bits on white by its transparency, whatever the mask', () => {
    const pixels = [...red, 255, ...black, 0, ...black, 128, ...green, 255];
    const icon = iconFile([
      iconBitmap({ width: 2, height: 2, bits: 32 }, pixels, [255, 0, 0, 0, 0, 0, 0, 0]),
    ]);
    expect(rowsOf(icon)).toEqual(['7f7f7f 00ff00', 'ff0000 ffffff']);
  });

  it('uses the mask of a bitmap of 32 bits without any transparency', () => {
    const pixels = [...red, 0, ...black, 0];
    const icon = iconFile([iconBitmap({ width: 2, height: 1, bits: 32 }, pixels, [0b0100_0000, 0, 0, 0])]);
    expect(rowsOf(icon)).toEqual(['ff0000 ffffff']);
  });

  it('reads a bitmap of 24 bits, whose rows are padded', () => {
    const pixels = [...red, 0, ...green, 0];
    const icon = iconFile([iconBitmap({ width: 1, height: 2, bits: 24 }, pixels, [0, 0, 0, 0, 0, 0, 0, 0])]);
    expect(rowsOf(icon)).toEqual(['00ff00', 'ff0000']);
  });

  it('reads a bitmap of 8 bits with a palette of 256 colors, and one of 3', () => {
    for (const colors of [0, 3]) {
      const palette = Buffer.alloc(4 * (colors || 256));
      palette.set([...black, 0, ...red, 0, ...green, 0]);
      const pixels = [1, 2, 0, 0, 2, 1, 0, 0];
      const mask = [0, 0, 0, 0, 0b0010_0000, 0, 0, 0];
      const size = { width: 3, height: 2, bits: 8, colors };
      const icon = iconFile([iconBitmap(size, [...palette], pixels, mask)]);
      expect(rowsOf(icon)).toEqual(['00ff00 ff0000 ffffff', 'ff0000 00ff00 000000']);
    }
  });

  it('reads bitmaps of 4 bits and of 1 bit', () => {
    const four = Buffer.alloc(64);
    four.set([...black, 0, ...red, 0, ...green, 0]);
    const fourBits = iconBitmap({ width: 2, height: 1, bits: 4 }, [...four], [0x12, 0, 0, 0], [0, 0, 0, 0]);
    expect(rowsOf(iconFile([fourBits]))).toEqual(['ff0000 00ff00']);
    const palette = [...red, 0, ...green, 0];
    const oneBit = iconBitmap(
      { width: 2, height: 1, bits: 1 },
      palette,
      [0b0100_0000, 0, 0, 0],
      [0, 0, 0, 0],
    );
    expect(rowsOf(iconFile([oneBit]))).toEqual(['ff0000 00ff00']);
  });

  it('reads a bitmap without a mask', () => {
    const icon = iconFile([iconBitmap({ width: 1, height: 1, bits: 24 }, [...red, 0])]);
    expect(rowsOf(icon)).toEqual(['ff0000']);
  });

  it.each([
    ['an empty directory', iconFile([]), 'unreadable'],
    ['no directory', Buffer.from([0, 0, 1, 0]), 'unreadable'],
    [
      'an image beyond the end of the file',
      iconFile([iconBitmap({ width: 9, height: 9, bits: 24 }, [])]).subarray(0, 60),
      'unreadable',
    ],
    ['missing rows', iconFile([iconBitmap({ width: 9, height: 9, bits: 24 }, [0])]), 'unreadable'],
    [
      'a bitmap that is larger than the directory states',
      iconFile([{ ...iconBitmap({ width: 30_000, height: 30_000, bits: 1 }, []), width: 16, height: 16 }]),
      'too_large',
    ],
    [
      'a bitmap of 16 bits',
      iconFile([iconBitmap({ width: 1, height: 1, bits: 16 }, [0, 0, 0, 0])]),
      'unsupported',
    ],
  ])('rejects an icon with %s', (_, icon, code) => {
    expect(() => openIcon(icon, pixelsMaxDefault)).toThrow(
      expect.objectContaining({ name: 'ImageError', code }),
    );
  });
});
