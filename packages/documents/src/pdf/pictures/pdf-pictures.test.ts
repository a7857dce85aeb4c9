import { makePdfOfContent, pdfForm, pdfStream } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../convert-document.ts';
import { readContent } from '../../read-content.ts';

const [width, height] = [24, 16];
/** Colors that differ in the corners: red at the top left, green at the top right, blue at the bottom left. */
const pixels = Buffer.alloc(width * height * 3, 200);
for (let y = 0; y < height; y += 1)
  for (let x = 0; x < width; x += 1) {
    const corner = y < height / 2 ? (x < width / 2 ? 0 : 1) : x < width / 2 ? 2 : 3;
    const color = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [x * 10, y * 15, 90],
    ][corner];
    pixels.set(color ?? [], (y * width + x) * 3);
  }
const raw = { width, height, channels: 3 } as const;
const jpeg = await sharp(pixels, { raw }).jpeg({ quality: 95 }).toBuffer();
const rgb = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
const image = pdfStream(pixels, `${rgb} /ColorSpace /DeviceRGB`);
const photo = pdfStream(jpeg, `${rgb} /ColorSpace /DeviceRGB /Filter /DCTDecode`);

const text = (value: string, x: number, y: number) => `BT /F1 11 Tf 1 0 0 1 ${x} ${y} Tm (${value}) Tj ET `;
const draw = (name: string, x: number, y: number, w: number, h: number) =>
  `q ${w} 0 0 ${h} ${x} ${y} cm /${name} Do Q `;

/** Makes a page with objects by their names, numbered from 7. */
function pdfOf(content: string, objects: Readonly<Record<string, Buffer>>): Buffer {
  const xObjects = Object.keys(objects)
    .map((name, index) => `/${name} ${7 + index} 0 R`)
    .join(' ');
  return makePdfOfContent(content, { objects: Object.values(objects), xObjects });
}

const convert = (pdf: Uint8Array) => convertDocument(pdf, { images: true });
const decode = async (bytes: Uint8Array | undefined) =>
  sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
const opaque = Buffer.from(
  Array.from({ length: width * height }, (_, at) => [...pixels.subarray(at * 3, at * 3 + 3), 255]).flat(),
);

describe('convertDocument with images of a PDF', () => {
  it('returns a JPEG as it is, and other images as PNG, in reading order with their boxes', async () => {
    const content =
      draw('Photo', 72, 500, 200, 100) +
      text('Below the photo: a caption.', 72, 485) +
      text('A first paragraph above.', 72, 700) +
      text('The last paragraph.', 72, 200) +
      draw('Image', 100.5, 300, 120, 60);
    const { markdown, images, pictures, warnings } = await convert(
      pdfOf(content, { Photo: photo, Image: image }),
    );
    expect(markdown).toBe(
      'A first paragraph above.\n\n![](image-1.jpg)\n\nBelow the photo: a caption.\n\n![](image-2.png)\n\nThe last paragraph.',
    );
    expect(images.map(({ startIndex, endIndex }) => markdown.slice(startIndex, endIndex))).toEqual([
      '![](image-1.jpg)',
      '![](image-2.png)',
    ]);
    expect(images).toMatchObject([
      { page: 1, box: { left: 72, top: 242, right: 272, bottom: 342 } },
      { page: 1, box: { left: 100.5, top: 482, right: 220.5, bottom: 542 } },
    ]);
    expect(Buffer.from(pictures[0]?.bytes ?? [])).toEqual(jpeg);
    expect(pictures[1]).toMatchObject({ type: 'image/png', width, height });
    expect((await decode(pictures[1]?.bytes)).data).toEqual(opaque);
    expect(warnings).toEqual([]);
  });

  it('changes nothing else of the Markdown', async () => {
    const pdf = pdfOf(text('One.', 72, 700) + draw('Image', 72, 500, 100, 80) + text('Two.', 72, 400), {
      Image: image,
    });
    const plain = await convertDocument(pdf);
    expect(plain.markdown).toBe('One.\n\nTwo.');
    expect((await convert(pdf)).markdown).toBe('One.\n\n![](image-1.png)\n\nTwo.');
  });

  it('draws the mask of an image, also of a JPEG', async () => {
    const mask = pdfStream(
      Buffer.from(Array.from({ length: width * height }, (_, at) => (at % width < width / 2 ? 0 : 255))),
      `${rgb} /ColorSpace /DeviceGray`,
    );
    const masked = pdfStream(jpeg, `${rgb} /ColorSpace /DeviceRGB /Filter /DCTDecode /SMask 8 0 R`);
    const { pictures } = await convert(
      pdfOf(text('Text.', 72, 700) + draw('Masked', 72, 500, 100, 80), { Masked: masked, Mask: mask }),
    );
    const { data } = await decode(pictures[0]?.bytes);
    expect(pictures[0]?.type).toBe('image/png');
    expect([data[3], data[width * 4 - 1]]).toEqual([0, 255]);
  });

  it.each([
    ['turned to the right', '0 -100 80 0 72 600 cm', [16, 24], { topLeft: 'blue', topRight: 'red' }],
    ['turned to the left', '0 100 -80 0 272 500 cm', [16, 24], { topLeft: 'green', topRight: 'other' }],
    ['upside down', '-100 0 0 -80 272 600 cm', [24, 16], { topLeft: 'other', topRight: 'blue' }],
    ['mirrored', '-100 0 0 80 272 500 cm', [24, 16], { topLeft: 'green', topRight: 'red' }],
  ])('returns an image that is %s as it is displayed', async (_name, matrix, size, corners) => {
    const content = `${text('Text.', 72, 700)}q ${matrix} /Image Do Q`;
    const { pictures } = await convert(pdfOf(content, { Image: photo }));
    const { data, info } = await decode(pictures[0]?.bytes);
    expect([info.width, info.height]).toEqual(size);
    const colorAt = (x: number, y: number) => {
      const at = (y * info.width + x) * 4;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (red > 200 && green < 90) return 'red';
      if (green > 200 && red < 90) return 'green';
      return blue > 200 ? 'blue' : 'other';
    };
    expect({ topLeft: colorAt(1, 1), topRight: colorAt(info.width - 2, 1) }).toEqual(corners);
  });

  it('puts a picture into its column', async () => {
    const words = 'the wheel turns slowly in the morning while water falls over old stones'.split(' ');
    const lines = (x: number, from: number, to: number, start: string) =>
      Array.from({ length: (from - to) / 14 }, (_, index) => {
        const line = Array.from({ length: 7 }, (_word, at) => words[(index * 5 + at * 3) % words.length]);
        return text(`${index === 0 ? `${start} ` : ''}${line.join(' ')}`, x, from - index * 14);
      }).join('');
    const content =
      lines(50, 780, 500, 'Left') +
      lines(310, 640, 360, 'Right') +
      draw('Image', 310, 660, 240, 130) +
      draw('Photo', 50, 360, 240, 130);
    const { markdown } = await convert(pdfOf(content, { Image: image, Photo: photo }));
    const places = ['Left', 'image-1.jpg', 'image-2.png', 'Right'].map((part) => markdown.indexOf(part));
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('joins strips of one image, and finds images inside of forms', async () => {
    const strip = (from: number, to: number) =>
      pdfStream(
        pixels.subarray(from * width * 3, to * width * 3),
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${to - from} /BitsPerComponent 8 /ColorSpace /DeviceRGB`,
      );
    const content =
      text('Text.', 72, 700) +
      draw('A', 72, 560, 240, 100) +
      draw('B', 72, 500, 240, 60) +
      draw('Form', 300, 300, 10, 10);
    const form = pdfForm('q 9 0 0 9 0 0 cm /I Do Q', '/I 10 0 R');
    const pdf = pdfOf(content, { A: strip(0, 10), B: strip(10, 16), Form: form, Inner: photo });
    const { images, pictures } = await convert(pdf);
    expect(images).toMatchObject([
      { box: { left: 72, top: 182, right: 312, bottom: 342 } },
      { box: { left: 300, top: 452, right: 390, bottom: 542 } },
    ]);
    expect((await decode(pictures[0]?.bytes)).data).toEqual(opaque);
    expect(Buffer.from(pictures[1]?.bytes ?? [])).toEqual(jpeg);
  });

  it('returns an image that occurs on several pages once', async () => {
    const pdf = pdfOf(text('Text.', 72, 700) + draw('Image', 72, 500, 100, 80).repeat(3), { Image: image });
    const { images, pictures } = await convert(pdf);
    expect([images.length, pictures.length]).toEqual([3, 1]);
  });

  it('leaves out the scan of a recognized page, but not that of one that is not recognized', async () => {
    const scan = makeScannedPdf([{ jpeg, width, height, points: { width: 595, height: 842 } }]);
    const line = {
      ...{ text: 'Read.', startIndex: 0, endIndex: 5, page: 1, confidence: 1 },
      box: { x: 60, y: 100, width: 100, height: 12 },
      quadrilateral: [
        { x: 60, y: 100 },
        { x: 160, y: 100 },
        { x: 160, y: 112 },
        { x: 60, y: 112 },
      ],
      words: [
        {
          ...{ text: 'Read.', startIndex: 0, endIndex: 5, confidence: 1 },
          box: { x: 60, y: 100, width: 100, height: 12 },
        },
      ],
    } as const;
    const recognized = [
      { number: 1, width: 595, height: 842, rotation: 0 as const, confidence: 1, lines: [line], tables: [] },
    ];
    const read = await convertDocument(scan, { images: true, recognized });
    expect([read.markdown, read.images]).toEqual(['Read.', []]);
    expect((await convertDocument(scan, { images: true })).unreadPages).toEqual([1]);
    const unread = await convertDocument(scan, { images: true, ocr: 'never' });
    expect([unread.markdown, unread.pictures.length]).toEqual(['![](image-1.jpg)', 1]);
    const layered = makeScannedPdf([
      {
        ...{ jpeg, width, height, points: { width: 595, height: 842 } },
        content: 'BT 3 Tr /F1 11 Tf 1 0 0 1 72 700 Tm (The text of the scan, invisible above it.) Tj ET',
      },
    ]);
    const { markdown, images } = await convert(layered);
    expect([markdown, images]).toEqual(['The text of the scan, invisible above it.', []]);
  });

  it('leaves out images outside of the page, and clips those at its edge', async () => {
    const content =
      text('Text.', 72, 700) +
      draw('Image', 700, 100, 50, 50) +
      draw('Image', -20, -30, 100, 80) +
      draw('Image', 10, 10, 0, 0);
    const { images } = await convert(pdfOf(content, { Image: image }));
    expect(images.map(({ box }) => box)).toEqual([{ left: 0, top: 792, right: 80, bottom: 842 }]);
  });

  it('reports damaged images, and images that are too large, and reads the text', async () => {
    const cut = pdfStream(jpeg.subarray(0, 40), `${rgb} /ColorSpace /DeviceRGB /Filter /DCTDecode`);
    const huge = pdfStream(
      Buffer.alloc(10),
      '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
    );
    const content = text('Text.', 72, 700) + draw('Cut', 72, 500, 100, 80) + draw('Huge', 72, 300, 100, 80);
    const { markdown, warnings } = await convert(pdfOf(content, { Cut: cut, Huge: huge }));
    expect(markdown.startsWith('Text.')).toBe(true);
    expect(warnings.map(({ code }) => code)).toContain('pictures_over_limit');
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const { PictureCollector } = await import('../../pictures/picture-collector.ts');
    const pdf = pdfOf(text('Text.', 72, 700) + draw('Image', 72, 500, 100, 80).repeat(50), { Image: image });
    let yields = 0;
    const yieldIfDue = async () => {
      yields += 1;
      if (yields === 5) controller.abort(new Error('aborted'));
    };
    const collector = new PictureCollector();
    await expect(
      readContent(pdf, { pictures: collector, signal: controller.signal, yieldIfDue }),
    ).rejects.toThrow('aborted');
    expect(collector.places.length).toBeLessThan(5);
  });
});
