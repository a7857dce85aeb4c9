import { makePng } from '@quern/testing/documents/make-picture';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureFormatOf } from './picture-format.ts';
import { readPictureSize } from './picture-size.ts';

const image = () => sharp({ create: { width: 31, height: 17, channels: 3, background: '#884422' } });
const bitmap = (headerBytes: number, write: (header: Buffer) => void): Buffer => {
  const header = Buffer.alloc(14 + headerBytes);
  header.write('BM');
  header.writeUInt32LE(headerBytes, 14);
  write(header);
  return header;
};
const emf = Buffer.concat([
  Buffer.from([1, 0, 0, 0]),
  Buffer.alloc(36),
  Buffer.from(' EMF'),
  Buffer.alloc(60),
]);

describe('the format and size of a picture', () => {
  it.each([
    ['PNG', 'png', async () => makePng(31, 17)],
    ['JPEG', 'jpg', () => image().jpeg().toBuffer()],
    ['GIF', 'gif', () => image().gif().toBuffer()],
    ['TIFF', 'tiff', () => image().tiff().toBuffer()],
    ['lossy WebP', 'webp', () => image().webp().toBuffer()],
    ['lossless WebP', 'webp', () => image().webp({ lossless: true }).toBuffer()],
    ['transparent WebP', 'webp', () => image().ensureAlpha(0.5).webp().toBuffer()],
    [
      'BMP',
      'bmp',
      async () =>
        bitmap(40, (header) => {
          header.writeInt32LE(31, 18);
          header.writeInt32LE(-17, 22);
        }),
    ],
    [
      'BMP of OS/2',
      'bmp',
      async () =>
        bitmap(12, (header) => {
          header.writeUInt16LE(31, 18);
          header.writeUInt16LE(17, 20);
        }),
    ],
  ])('are read of a %s', async (_name, extension, make) => {
    const bytes = await make();
    const format = pictureFormatOf(bytes);
    expect(format?.extension).toBe(extension);
    expect(readPictureSize(bytes, format?.type ?? '')).toEqual({ width: 31, height: 17 });
    for (let length = 0; length < Math.min(bytes.length, 200); length += 1)
      expect(() => readPictureSize(bytes.subarray(0, length), format?.type ?? '')).not.toThrow();
  });

  it.each([
    ['SVG', 'image/svg+xml', Buffer.from('<?xml version="1.0"?><svg/>')],
    ['EMF', 'image/emf', emf],
    ['placeable WMF', 'image/wmf', Buffer.from('d7cdc69a0000', 'hex')],
    ['WMF', 'image/wmf', Buffer.from('01000900000300000000', 'hex')],
  ])('are the format only of a %s', (_name, type, bytes) => {
    expect(pictureFormatOf(bytes)?.type).toBe(type);
    expect(readPictureSize(bytes, type)).toBeUndefined();
  });

  it.each(['', 'text', '<html><svg/></html>', '%PDF-1.7', '\x01\0\x09\0\0'])('are none of %j', (text) => {
    expect(pictureFormatOf(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
