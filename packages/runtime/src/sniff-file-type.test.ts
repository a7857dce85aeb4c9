import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FileType, hasPdfHeader, sniffFileType } from './sniff-file-type.ts';

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const bitmapHeader = `BM\x40\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0`;

describe('sniffFileType', () => {
  it.each<[FileType, string]>([
    ['pdf', '%PDF-1.7'],
    ['pdf', '\r\n %PDF-1.7'],
    ['rtf', '{\\rtf1\\ansi Hello}'],
    ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['zip', 'PK\x03\x04\x14'],
    ['zip', 'PK\x05\x06\0\0'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8 '],
    ['tiff', 'II*\0'],
    ['tiff', 'MM\0+'],
    ['bmp', bitmapHeader],
    ['avif', '\0\0\0\x20ftypavif'],
    ['heif', '\0\0\0\x18ftypheic'],
    ['heif', '\0\0\0\x18ftypmif1'],
    ['mp4', '\0\0\0\x18ftypisom'],
    ['ico', '\0\0\x01\0'],
    ['pnm', 'P5\n3 3\n255\n'],
    ['svg', '\xef\xbb\xbf<!-- a --><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['svg', '<?xml version="1.0"?><svg/>'],
    ['gzip', '\x1f\x8b\x08'],
    ['woff', 'wOF2'],
  ])('detects %s from %j', (type, bytes) => {
    expect(sniffFileType(latin1(bytes))).toBe(type);
  });

  it.each([
    '',
    'BMW makes cars.',
    'Plain text',
    'GIF8',
    'PK is a town',
    '<html><svg/></html>',
    '<?xml?><office:p><svg:desc/>',
    'RIFF',
  ])('detects no type in %j', (bytes) => {
    expect(sniffFileType(latin1(bytes))).toBeUndefined();
  });

  it('decides by the first 1,024 bytes alone, wherever they are in memory', () => {
    const signature = fc.constantFrom(
      '%PDF-',
      'PK\x03\x04',
      '\x89PNG\r\n\x1a\n',
      'RIFF....WEBP',
      '<svg ',
      'P6 1 1 255 ',
      '',
    );
    const bytes = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(signature, bytes, bytes, bytes, (start, more, tail, before) => {
        const head = Buffer.concat([Buffer.from(start, 'latin1'), more, Buffer.alloc(1024)]).subarray(
          0,
          1024,
        );
        const expected = sniffFileType(head);
        expect(sniffFileType(Buffer.concat([head, tail]))).toBe(expected);
        const moved = Buffer.concat([before, head, tail]);
        expect(sniffFileType(moved.subarray(before.length))).toBe(expected);
        if (start.startsWith('%PDF-')) expect(expected).toBe('pdf');
      }),
    );
  });
});

describe('hasPdfHeader', () => {
  it('finds the header within the first 1024 bytes only', () => {
    expect(hasPdfHeader(latin1(`${'\r\n'.repeat(500)}%PDF-1.7`))).toBe(true);
    expect(hasPdfHeader(latin1(`${'\r\n'.repeat(600)}%PDF-1.7`))).toBe(false);
  });
});
