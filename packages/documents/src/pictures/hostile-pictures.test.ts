import { docxFiles, docxParagraph, makeZip } from '@quern/testing/documents/make-documents';
import { makePng } from '@quern/testing/documents/make-picture';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { DocumentError } from '../errors/document-error.ts';
import { PictureCollector } from './picture-collector.ts';

const png = makePng(40, 30);
const names =
  'xmlns:a="a" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="wp"';
const drawing = (id: string) =>
  `<w:p><w:r><w:drawing ${names}><wp:docPr id="1"/><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`;

/** A document with a text and pictures of the given parts. */
function docx(
  targets: readonly (readonly [target: string, attributes?: string])[],
  files: Readonly<Record<string, Buffer>>,
  repeat = 1,
): Buffer {
  const list = targets.map(
    ([target, attributes = ''], index) =>
      `<Relationship Id="p${index}" Type="x/image" Target="${target}" ${attributes}/>`,
  );
  const body = targets.map((_, index) => drawing(`p${index}`).repeat(repeat)).join('');
  return makeZip({
    ...docxFiles(docxParagraph('Text.') + body),
    'word/_rels/document.xml.rels': `<Relationships>${list.join('')}</Relationships>`,
    ...files,
  });
}

const convert = (file: Uint8Array) => convertDocument(file, { images: true });

describe('convertDocument with images of a hostile file', () => {
  it('reports pictures that are missing, external, or of another format than a picture', async () => {
    const targets = [
      ['media/missing.png'],
      ['file:///etc/passwd', 'TargetMode="External"'],
      ['../../../../etc/passwd'],
      ['media/page.png'],
      ['document.xml'],
      ['media/empty.png'],
    ] as const;
    const files = { 'word/media/page.png': Buffer.from('<html>'), 'word/media/empty.png': Buffer.alloc(0) };
    const { markdown, images, pictures, warnings } = await convert(docx(targets, files));
    expect([markdown, images, pictures]).toEqual(['Text.', [], []]);
    expect(warnings).toEqual([
      {
        code: 'pictures_not_read',
        message: '6 pictures were left out: missing in the file, or not readable',
      },
    ]);
  });

  it('leaves out lines, spacers and bullets', async () => {
    const files = { 'word/1.png': makePng(1, 1), 'word/2.png': makePng(600, 2), 'word/3.png': makePng(7, 7) };
    const { markdown, warnings } = await convert(docx([['1.png'], ['2.png'], ['3.png']], files));
    expect([markdown, warnings]).toEqual(['Text.', []]);
  });

  it('returns a picture that is cut off as it is', async () => {
    const files = { 'word/1.png': png.subarray(0, 45), 'word/2.png': png.subarray(0, 12) };
    const { pictures } = await convert(docx([['1.png'], ['2.png']], files));
    expect(pictures.map(({ bytes, width }) => [bytes.length, width])).toEqual([
      [45, 40],
      [12, undefined],
    ]);
  });

  it('keeps one picture with very many references once, at a limited number of places', async () => {
    const { markdown, images, pictures, warnings } = await convert(
      docx([['1.png']], { 'word/1.png': png }, 20_000),
    );
    expect([images.length, pictures.length]).toEqual([10_000, 1]);
    expect(markdown.match(/!\[\]\(image-1\.png\)/g)).toHaveLength(10_000);
    expect(warnings).toEqual([
      {
        code: 'pictures_over_limit',
        message:
          '10000 pictures were left out: at most 1000 pictures of together 67108864 bytes at 10000 places are returned, and 268435456 bytes are read for them',
      },
    ]);
  });

  it('does not unpack pictures beyond the limits', async () => {
    const bomb = Buffer.concat([png, Buffer.alloc(70_000_000)]);
    const files = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`word/${index}.png`, bomb]));
    const targets = Array.from({ length: 8 }, (_, index) => [`${index}.png`] as const);
    const { images, warnings } = await convert(
      docx([...targets, ['ok.png']], { ...files, 'word/ok.png': png }),
    );
    expect(images).toEqual([]);
    expect(warnings).toMatchObject([
      { code: 'pictures_over_limit', message: expect.stringMatching(/^9 pictures were left out: /) },
    ]);
  });
});

describe('PictureCollector', () => {
  const place = { description: '' };

  it('counts the bytes of repeated pictures as read, and no more are read then', () => {
    const collector = new PictureCollector({ readBytesMax: png.length * 3 });
    let reads = 0;
    const read = () => {
      reads += 1;
      return png;
    };
    const addresses = Array.from({ length: 5 }, () => collector.place(collector.read(read), place));
    expect(addresses.map((address) => address !== '')).toEqual([true, true, true, false, false]);
    expect(reads).toBe(3);
    expect(new Set(collector.places.map(({ picture }) => picture)).size).toBe(1);
    expect(collector.warnings.map(({ code }) => code)).toEqual(['pictures_over_limit']);
  });

  it('limits the number and the size of different pictures', () => {
    const collector = new PictureCollector({ picturesMax: 2 });
    const results = [1, 2, 3].map((shade) => collector.read(() => makePng(9, 9, shade)));
    expect(results.map((result) => typeof result)).toEqual(['object', 'object', 'string']);
    const small = new PictureCollector({ bytesMax: png.length - 1 });
    expect(small.read(() => png)).toBe('over limit');
    expect(small.read((bytesMax) => makePng(9, 9).subarray(0, bytesMax))).toMatchObject({
      type: 'image/png',
    });
  });

  it('reports what cannot be read, and passes on unexpected errors', () => {
    const collector = new PictureCollector();
    const fail = (error: Error) => () => {
      throw error;
    };
    expect(collector.read(fail(new DocumentError('unreadable', 'It is damaged.')))).toBe('not read');
    expect(collector.read(fail(new DocumentError('too_complex', 'It is too large.')))).toBe('over limit');
    expect(() => collector.read(fail(new TypeError('a bug')))).toThrow('a bug');
  });

  it('keeps its memory for itself', () => {
    const shared = Buffer.concat([Buffer.alloc(100), png, Buffer.alloc(100)]);
    const picture = new PictureCollector().read(() => shared.subarray(100, 100 + png.length));
    expect(typeof picture === 'string' ? 0 : picture.bytes.buffer.byteLength).toBe(png.length);
  });
});
