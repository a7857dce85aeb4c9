import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { makePng } from '@quern/testing/documents/make-picture';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { readArtRecords } from '../drawing/art-records.ts';
import { findBlip, readBlip, readBlipOffsets } from '../drawing/read-blip.ts';
import { pictureFormatOf } from './picture-format.ts';
import { readPictureSize } from './picture-size.ts';

/** Made of `pictures.fodt` and `pictures.fodp` by another program. */
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../testing/src/documents/fixtures/${name}`, import.meta.url));
const [first, second] = [makePng(40, 30), makePng(20, 50, 10)];

const record = (type: number, instance: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(instance << 4, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
};
const digest = Buffer.alloc(16, 7);
const metafile = (content: Buffer, compression: number) => {
  const header = Buffer.alloc(34);
  header[32] = compression;
  return Buffer.concat([digest, header, content]);
};
/** A bitmap of 20 by 10 pixels as programs have it in memory. */
const bitmap = Buffer.alloc(40 + 20 * 10 * 4);
bitmap.writeUInt32LE(40, 0);
bitmap.writeInt32LE(20, 4);
bitmap.writeInt32LE(10, 8);
bitmap.writeUInt16LE(1, 12);
bitmap.writeUInt16LE(32, 14);
const wmf = Buffer.concat([Buffer.from('0100090000030000', 'hex'), Buffer.alloc(500)]);

describe('convertDocument with images of binary files', () => {
  it.each([
    ['pictures.doc', ['', '', '']],
    ['pictures.rtf', ['A mill', '', 'The mill again']],
  ])('returns the pictures in the text of %s at their places', async (name, descriptions) => {
    const { markdown, images, pictures, warnings } = await convertDocument(fixture(name), { images: true });
    const [a, b, c] = descriptions;
    expect(markdown).toBe(
      `Before.\n\n![${a}](image-1.png)\n\nBetween.\n\n![${b}](image-2.png)\n\n![${c}](image-1.png)\n\nAfter.`,
    );
    expect(images.map(({ startIndex, endIndex }) => markdown.slice(startIndex, endIndex))).toEqual([
      `![${a}](image-1.png)`,
      `![${b}](image-2.png)`,
      `![${c}](image-1.png)`,
    ]);
    expect(images.map(({ description }) => description)).toEqual(descriptions);
    expect(pictures.map(({ bytes }) => Buffer.from(bytes))).toEqual([first, second]);
    expect(warnings).toEqual([]);
    const plain = await convertDocument(fixture(name));
    expect(plain.warnings.map(({ code }) => code)).toEqual(['pictures_left_out']);
    expect(plain.markdown).not.toContain('image-1.png');
  });

  it('returns the pictures of the slides of a PPT with their boxes', async () => {
    const { markdown, images, pictures } = await convertDocument(fixture('pictures.ppt'), { images: true });
    expect(markdown).toBe('Mills of the valley\n\n![](image-1.png)\n\n![](image-2.png)\n\n![](image-1.png)');
    expect(images).toMatchObject([
      { page: 1, box: { left: 100, top: 150, right: 300, bottom: 300 } },
      { page: 2, box: { left: 72, top: 144, right: 152, bottom: 344 } },
      { page: 2, box: { left: 360, top: 144, right: 560, bottom: 294 } },
    ]);
    expect(pictures.map(({ bytes }) => Buffer.from(bytes))).toEqual([first, second]);
  });

  it.each(['turned.fodp', 'turned.ppt'])('returns the boxes around turned pictures of %s', async (name) => {
    const { images } = await convertDocument(fixture(name), { images: true });
    const sides = images.map(({ box }) => [box?.left, box?.top, box?.right, box?.bottom]);
    // The corners of 144 by 36 points, turned by 90 and by 30 degrees.
    for (const [index, expected] of [
      [198, 90, 234, 234],
      [360.6, 110.4, 503.3, 213.6],
    ].entries())
      for (const [side, value] of expected.entries())
        expect(Math.abs((sides[index]?.[side] ?? 0) - value)).toBeLessThan(0.5);
  });

  it('returns the pictures of the sheets of an XLS after their cells, also those of groups', async () => {
    const { markdown, images, pictures, warnings } = await convertDocument(fixture('pictures.xls'), {
      images: true,
    });
    expect(markdown).toBe(
      '## Mills\n\n| Wind | 3 |\n| --- | --- |\n\n![](image-1.png)\n\n![](image-2.png)\n\n## Again\n\nWater\n\n![](image-1.png)',
    );
    expect(images.map(({ page }) => page)).toEqual([1, 1, 2]);
    expect(pictures.map(({ bytes }) => Buffer.from(bytes))).toEqual([first, second]);
    expect(warnings).toEqual([]);
    const plain = await convertDocument(fixture('pictures.xls'), { pages: '2' });
    expect(plain.warnings.map(({ message }) => message)).toEqual([
      '1 picture without a description was left out',
    ]);
  });

  it('returns the pictures of an RTF whose data are binary', async () => {
    const convert = (length: number) =>
      convertDocument(
        Buffer.concat([
          Buffer.from(`{\\rtf1 A\\par{\\pict\\pngblip\\bin${length} `),
          first,
          Buffer.from('}\\par B\\par}'),
        ]),
        { images: true },
      );
    const { markdown, pictures } = await convert(first.length);
    expect(markdown).toBe('A\n\n![](image-1.png)\n\nB');
    expect(Buffer.from(pictures[0]?.bytes ?? [])).toEqual(first);
    // A length beyond the end is that of the rest.
    expect((await convert(1_000_000_000)).markdown).toBe('A');
  });

  it('returns the pictures of objects in an RTF with their kind', async () => {
    const object = `{\\object{\\*\\objclass Excel.Chart.8}{\\*\\objdata 0105}{\\result{\\pict\\pngblip ${first.toString('hex')}}}}`;
    const { markdown } = await convertDocument(
      Buffer.from(`{\\rtf1 ${object}\\par {\\pict\\pngblip ${second.toString('hex')}}\\par}`),
      { images: true },
    );
    expect(markdown).toBe('![Chart](image-1.png)\n\n![](image-2.png)');
  });

  it('reports what is damaged in an RTF, and reads on', async () => {
    const hex = first.toString('hex');
    const rtf = (picture: string) => Buffer.from(`{\\rtf1 A\\par{\\pict\\pngblip ${picture}}\\par B\\par}`);
    const convert = (picture: string) => convertDocument(rtf(picture), { images: true });
    expect((await convert(`{\\*\\blipuid 0011aaff}${hex.replace(/.{64}/g, '$&\n')}`)).markdown).toBe(
      'A\n\n![](image-1.png)\n\nB',
    );
    for (const picture of ['', 'zz', 'ff', '{\\*\\blipuid 00ff}']) {
      const { markdown, warnings } = await convert(picture);
      expect([markdown, warnings.map(({ code }) => code)]).toEqual(['A\n\nB', ['pictures_not_read']]);
    }
    const inMemory = await convert(`\\dibitmap0 ${bitmap.toString('hex')}`);
    expect(inMemory.pictures).toMatchObject([{ type: 'image/bmp', width: 20, height: 10 }]);
    const open = await convertDocument(Buffer.from(`{\\rtf1 A\\par{\\pict\\pngblip ${hex}`), {
      images: true,
    });
    expect(open.markdown).toBe('A');
  });
});

describe('readBlip', () => {
  it.each([
    ['PNG', record(0xf01e, 0x6e0, Buffer.concat([digest, Buffer.alloc(1), first])), first],
    [
      'PNG with two digests',
      record(0xf01e, 0x6e1, Buffer.concat([digest, digest, Buffer.alloc(1), first])),
      first,
    ],
    ['compressed metafile', record(0xf01b, 0x216, metafile(deflateSync(wmf), 0)), wmf],
    ['metafile that is not compressed', record(0xf01b, 0x216, metafile(wmf, 0xfe)), wmf],
  ])('reads a %s', (_name, bytes, file) => {
    const blip = findBlip(bytes);
    expect(blip && readBlip(blip, 10_000).equals(file)).toBe(true);
    const entry = record(
      0xf007,
      6,
      Buffer.concat([Buffer.alloc(33), Buffer.from([4, 0, 0]), Buffer.alloc(4), bytes]),
    );
    const inEntry = findBlip(Buffer.concat([record(0xf00b, 0, Buffer.alloc(6)), entry]));
    expect(inEntry && readBlip(inEntry, 10_000).equals(file)).toBe(true);
  });

  it('makes a file of a bitmap in memory', () => {
    const blip = findBlip(record(0xf01f, 0x7a8, Buffer.concat([digest, Buffer.alloc(1), bitmap])));
    const file = blip ? readBlip(blip, 10_000) : Buffer.alloc(0);
    expect(pictureFormatOf(file)?.type).toBe('image/bmp');
    expect(readPictureSize(file, 'image/bmp')).toEqual({ width: 20, height: 10 });
    expect([file.readUInt32LE(2), file.readUInt32LE(10)]).toEqual([14 + bitmap.length, 54]);
  });

  it('limits what it unpacks, and reports damage', () => {
    const read = (content: Buffer) => {
      const blip = findBlip(record(0xf01a, 0x3d4, metafile(content, 0)));
      return blip && readBlip(blip, 1000);
    };
    expect(() => read(deflateSync(Buffer.alloc(1_000_000)))).toThrow(
      expect.objectContaining({ code: 'too_complex' }),
    );
    expect(() => read(Buffer.from('damaged'))).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });

  it('finds nothing in records that are cut off or endless', () => {
    const blip = record(0xf01e, 0x6e0, Buffer.concat([digest, Buffer.alloc(1), first]));
    for (let length = 0; length < 33; length += 1) {
      const found = findBlip(blip.subarray(0, length));
      if (found) expect(pictureFormatOf(readBlip(found, 1000))).toBeUndefined();
    }
    expect(findBlip(Buffer.concat([Buffer.alloc(8 * 100), blip]))).toBeUndefined();
    expect(readBlipOffsets(Buffer.alloc(20))).toEqual([undefined, undefined]);
    expect([...readArtRecords(Buffer.alloc(3))]).toEqual([]);
  });
});
