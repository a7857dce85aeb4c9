import { readFileSync } from 'node:fs';
import { PdfDocument } from '@quern/pdf';
import { makePdf } from '@quern/testing/documents/make-documents';
import { makeScannedPdf, type ScannedPage } from '@quern/testing/documents/make-scanned-pdf';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { OcrLine, OcrWord } from '../layout/composed-text.ts';
import { OcrEngine } from '../ocr-engine.ts';
import type { OcrResult } from '../ocr-result.ts';
import type { RecognizedText } from './create-searchable-pdf.ts';

const engine = new OcrEngine({ threads: 1, idleMs: 5000 });
afterAll(() => engine.close());

/** Two lines of printed text. */
const fox = readFileSync(new URL('../fixtures/fox.png', import.meta.url));
const encrypted = readFileSync(
  new URL('../../../../testing/src/documents/fixtures/note-encrypted.pdf', import.meta.url),
);
const password = 'Obst-Ärger 7';

const textOf = ({ glyphs }: { readonly glyphs: readonly { readonly text: string }[] }) =>
  glyphs.map(({ text }) => text).join('');

function pagesOf({ pages, lines }: OcrResult): RecognizedText[] {
  return pages.map((page) => ({ ...page, lines: lines.filter((line) => line.page === page.number) }));
}

/** A line of words of the given boxes, with spaces between them. */
function makeLine(words: readonly [text: string, x: number, width: number][], y: number): OcrLine {
  const height = 30;
  let text = '';
  const placed = words.map(([word, x, width]): OcrWord => {
    if (text !== '') text += ' ';
    const startIndex = text.length;
    text += word;
    return { text: word, startIndex, endIndex: text.length, box: { x, y, width, height }, confidence: 1 };
  });
  const left = Math.min(...words.map(([, x]) => x));
  const right = Math.max(...words.map(([, x, width]) => x + width));
  return {
    text,
    startIndex: 0,
    endIndex: text.length,
    page: 1,
    box: { x: left, y, width: right - left, height },
    quadrilateral: [
      { x: left, y },
      { x: right, y },
      { x: right, y: y + height },
      { x: left, y: y + height },
    ],
    confidence: 1,
    words: placed,
  };
}

/** Pixels with a gradient and a mark in one corner, so that turned and mirrored pictures differ. */
async function makePicture(width = 60, height = 40): Promise<Sharp> {
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    data.set(x < 15 && y < 10 ? [220, 20, 20] : [80 + x * 2, 90 + y * 3, 160], at * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The largest difference of a rendered page, reduced to the picture's size, from the picture as displayed. */
async function difference(pdf: Uint8Array, picture: Buffer, tolerance: number, page = 0): Promise<number> {
  const shown = await sharp(picture, { page })
    .autoOrient()
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({
      resolveWithObject: true,
    });
  const { data, width, height } = (await PdfDocument.open(pdf)).render(page, 1e8);
  const { info } = shown;
  expect(width / height).toBeCloseTo(info.width / info.height, 1);
  const drawn = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(info.width, info.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  let differing = 0;
  for (let at = 0; at < drawn.length; at += info.channels) {
    const reference = shown.data[at] ?? 0;
    if (Math.abs((drawn[at] ?? 0) - reference) > tolerance) differing += 1;
  }
  return differing / (drawn.length / info.channels);
}

describe('OcrEngine.createSearchablePdf', () => {
  it('adds the recognized text to a picture, readable in order, and the words at their places', async () => {
    const result = await engine.recognize(fox);
    const pdf = await engine.createSearchablePdf(fox, pagesOf(result));
    const page = (await PdfDocument.open(pdf)).readPage(0);
    expect(textOf(page)).toBe(result.lines.map(({ text }) => text).join(''));
    expect(page.glyphs.every(({ style }) => style.isInvisible)).toBe(true);
    // The file states 200 pixels per inch.
    expect([page.width, page.height]).toEqual([
      expect.closeTo((1223 * 72) / 200, 1),
      expect.closeTo(52.2, 1),
    ]);
    const unit = result.pages[0] === undefined ? 1 : page.width / result.pages[0].width;
    let at = 0;
    for (const { words } of result.lines) {
      for (const [index, { text, box }] of words.entries()) {
        const glyphs = page.glyphs.slice(at, at + text.length);
        expect(textOf({ glyphs })).toBe(text);
        expect(Math.abs((glyphs[0]?.box.left ?? 0) - box.x * unit)).toBeLessThan(1);
        expect(Math.abs((glyphs.at(-1)?.box.right ?? 0) - (box.x + box.width) * unit)).toBeLessThan(1);
        expect(Math.abs((glyphs[0]?.box.top ?? 0) - box.y * unit)).toBeLessThan(2);
        expect(Math.abs((glyphs[0]?.box.bottom ?? 0) - (box.y + box.height) * unit)).toBeLessThan(2);
        at += text.length + (index === words.length - 1 ? 0 : 1);
      }
    }
  });

  it('is recognized as before, since the layer changes nothing that is seen', async () => {
    const pdf = await engine.createSearchablePdf(fox, pagesOf(await engine.recognize(fox)));
    expect((await engine.recognize(pdf)).text).toBe((await engine.recognize(fox)).text);
  });

  it('keeps the order of text from right to left, with numbers from left to right', async () => {
    const words = [
      ['הטחנה', 400, 100],
      ['12', 350, 40],
      ['הנהר', 220, 110],
      ['2025', 100, 100],
    ] as const;
    const line = makeLine(
      words.map(([text, x, width]) => [text, x, width]),
      100,
    );
    const white = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const pdf = await engine.createSearchablePdf(white, [
      { number: 1, width: 600, height: 300, lines: [line] },
    ]);
    const page = (await PdfDocument.open(pdf)).readPage(0);
    expect(textOf(page)).toBe(line.text);
    const unit = page.width / 600;
    // Its first letter is at the right.
    expect(page.glyphs[0]?.box.right).toBeCloseTo(500 * unit, 0);
    expect(page.glyphs.at(-1)?.box.right).toBeCloseTo(200 * unit, 0);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'shows a JPEG of orientation %i as it is displayed',
    async (orientation) => {
      const jpeg = await (await makePicture())
        .jpeg({ quality: 100 })
        .withMetadata({ orientation })
        .toBuffer();
      const [width, height] = orientation > 4 ? [40, 60] : [60, 40];
      const pdf = await engine.createSearchablePdf(jpeg, [{ number: 1, width, height, lines: [] }]);
      expect(Buffer.from(pdf).includes(jpeg)).toBe(true);
      expect(await difference(pdf, jpeg, 40)).toBeLessThan(0.03);
    },
  );

  it.each([
    ['PNG', (picture: Sharp) => picture.png()],
    ['gray PNG', (picture: Sharp) => picture.toColorspace('b-w').png()],
    ['PNG with 16 bits', (picture: Sharp) => picture.toColorspace('rgb16').png()],
    ['lossless WebP', (picture: Sharp) => picture.webp({ lossless: true })],
    ['gray JPEG', (picture: Sharp) => picture.toColorspace('b-w').jpeg({ quality: 100 })],
    ['CMYK JPEG', (picture: Sharp) => picture.toColorspace('cmyk').jpeg({ quality: 100 })],
  ])('shows a %s unchanged', async (_name, encode) => {
    const bytes = await encode(await makePicture()).toBuffer();
    const pdf = await engine.createSearchablePdf(bytes, [{ number: 1, width: 60, height: 40, lines: [] }]);
    expect(await difference(pdf, bytes, 40)).toBeLessThan(0.03);
  });

  it('makes a page of each selected page of a TIFF', async () => {
    const frames = [10, 90, 200].map((level) => ({
      create: { width: 50, height: 30, channels: 3 as const, background: { r: level, g: level, b: level } },
    }));
    const tiff = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const pages = [2, 3].map((number) => ({
      number,
      width: 50,
      height: 30,
      lines: [makeLine([[`page${number}`, 5, 40]], 0)],
    }));
    const document = await PdfDocument.open(await engine.createSearchablePdf(tiff, pages));
    expect(document.pageCount).toBe(2);
    expect([0, 1].map((index) => document.render(index, 1e6).data[0])).toEqual([90, 200]);
    expect([0, 1].map((index) => textOf(document.readPage(index)))).toEqual(['page2', 'page3']);
  });

  it('changes only the recognized pages of a PDF, and nothing that is seen', async () => {
    const page: ScannedPage = {
      jpeg: await (await makePicture()).jpeg().toBuffer(),
      width: 60,
      height: 40,
      points: { width: 600, height: 400 },
      rotate: 90,
    };
    const scan = makeScannedPdf([page, page]);
    // The page as displayed, at two pixels for each point.
    const recognized = { number: 2, width: 800, height: 1200, lines: [makeLine([['added', 100, 200]], 50)] };
    const pdf = await engine.createSearchablePdf(scan, [recognized]);
    const [before, after] = await Promise.all([PdfDocument.open(scan), PdfDocument.open(pdf)]);
    expect(after.pageCount).toBe(2);
    for (const index of [0, 1])
      expect(Buffer.compare(after.render(index, 1e8).data, before.render(index, 1e8).data)).toBe(0);
    expect(textOf(after.readPage(0))).toBe('');
    const { glyphs } = after.readPage(1);
    expect(textOf({ glyphs })).toBe('added');
    expect([glyphs[0]?.box.left, glyphs.at(-1)?.box.right]).toEqual([
      expect.closeTo(50, 0),
      expect.closeTo(150, 0),
    ]);
    expect([glyphs[0]?.box.top, glyphs[0]?.box.bottom]).toEqual([
      expect.closeTo(25, 0),
      expect.closeTo(40, 0),
    ]);
  });

  it('does not add words that the page shows as text already, but those next to them', async () => {
    const page: ScannedPage = {
      jpeg: await (await makePicture()).jpeg().toBuffer(),
      ...{ width: 60, height: 40, points: { width: 600, height: 400 } },
      content: 'BT /F1 20 Tf 1 0 0 1 100 300 Tm (Mill of 1875) Tj ET',
    };
    const scan = makeScannedPdf([page]);
    const { glyphs } = (await PdfDocument.open(scan)).readPage(0);
    const boxOf = (from: number, to: number) => {
      const [first, last] = [glyphs[from]?.box, glyphs[to]?.box];
      return [2 * (first?.left ?? 0) - 4, 2 * ((last?.right ?? 0) - (first?.left ?? 0)) + 8] as const;
    };
    // At two pixels for each point: the caption, of which one letter is misread, between two words of the picture.
    const top = 2 * (glyphs[0]?.box.top ?? 0) - 4;
    const words: [text: string, x: number, width: number][] = [
      ['left', 20, 100],
      ['Mi1l', ...boxOf(0, 3)],
      ['of', ...boxOf(5, 6)],
      ['1875', ...boxOf(8, 11)],
      ['right', 800, 100],
      ['Mill', 1000, 100],
    ];
    const line = makeLine(words, top);
    const tall = {
      ...line,
      words: line.words.map((word) => ({ ...word, box: { ...word.box, height: 60 } })),
    };
    const pdf = await engine.createSearchablePdf(scan, [
      { number: 1, width: 1200, height: 800, lines: [tall] },
    ]);
    const added = (await PdfDocument.open(pdf)).readPage(0).glyphs.filter(({ style }) => style.isInvisible);
    expect(textOf({ glyphs: added })).toBe('leftright Mill');
    const [before, after] = await Promise.all([PdfDocument.open(scan), PdfDocument.open(pdf)]);
    expect(Buffer.compare(after.render(0, 1e8).data, before.render(0, 1e8).data)).toBe(0);
  });

  it('adds text to more pages than one pass has, in order', async () => {
    const scan = makePdf(Array.from({ length: 205 }, (_, index) => [{ text: `Page ${index}`, y: 700 }]));
    const numbers = Array.from({ length: 203 }, (_, index) => index + 3);
    const pdf = await engine.createSearchablePdf(
      scan,
      numbers.map((number) => {
        const lines = [makeLine([[`added${number}`, 100, 200]], 50)];
        return { number, width: 595, height: 842, lines };
      }),
    );
    const document = await PdfDocument.open(pdf);
    expect(document.pageCount).toBe(205);
    const texts = [0, 1, 2, 101, 102, 103, 204].map((index) => textOf(document.readPage(index)));
    expect(texts).toEqual([
      'Page 0',
      'Page 1',
      'Page 2added3',
      'Page 101added102',
      'Page 102added103',
      'Page 103added104',
      'Page 204added205',
    ]);
  });

  it('keeps the encryption of a PDF, and needs its password', async () => {
    const { width, height } = (await PdfDocument.open(encrypted, { password })).readPage(0);
    const pages = [{ number: 1, width, height, lines: [makeLine([['hidden', 100, 200]], 50)] }];
    await expect(engine.createSearchablePdf(encrypted, pages)).rejects.toMatchObject({ code: 'encrypted' });
    const pdf = await engine.createSearchablePdf(encrypted, pages, { password });
    await expect(PdfDocument.open(pdf)).rejects.toMatchObject({ code: 'encrypted' });
    expect(textOf((await PdfDocument.open(pdf, { password })).readPage(0))).toMatch(/hidden$/);
  });

  it('rejects what it cannot read, and ends when it is aborted', async () => {
    const page = { number: 1, width: 10, height: 10, lines: [] };
    const failures: readonly [Uint8Array, string][] = [
      [Buffer.from('%PDF-1.7 broken'), 'unreadable'],
      [fox.subarray(0, 3000), 'unreadable'],
      [Buffer.from('no picture'), 'unsupported'],
    ];
    for (const [bytes, code] of failures) {
      await expect(engine.createSearchablePdf(bytes, [page])).rejects.toMatchObject({ code });
    }
    const beyond = { ...page, number: 3 };
    await expect(
      engine.createSearchablePdf(makePdf([[{ text: 'one', y: 700 }]]), [beyond]),
    ).rejects.toMatchObject({ code: 'unreadable' });
    const controller = new AbortController();
    const running = engine.createSearchablePdf(fox, [page], { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
  });
});
