import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makePdf } from '@quern/testing/documents/make-documents';
import { makeScannedPdf } from '@quern/testing/documents/make-scanned-pdf';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ImageError } from './image/image-error.ts';
import { OcrEngine } from './ocr-engine.ts';
import type { OcrResult } from './ocr-result.ts';

const shared = fileURLToPath(new URL('../../../../shared/data/ocr/', import.meta.url));
const engine = new OcrEngine({ idleMs: 5000 });
afterAll(() => engine.close());

/** Two lines of printed text; drawing them here would need fonts, which not every machine has. */
const fox = readFileSync(new URL('./fixtures/fox.png', import.meta.url));

async function failure(bytes: Uint8Array, by = engine): Promise<unknown> {
  return by.recognize(bytes).then(
    () => undefined,
    (error: unknown) => (error instanceof ImageError ? error.code : error),
  );
}

describe('OcrEngine rejects', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const truncatedBitmap = Buffer.from('BM\x40\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1');
  it.each([
    ['an empty file', new Uint8Array(0), 'unreadable'],
    ['a page of HTML', Buffer.from('<html><body>x</body></html>'), 'unsupported'],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported'],
    ['only the signature of a PDF', Buffer.from('%PDF-1.7 '), 'unreadable'],
    ['the signature of a PNG without anything else', png, 'unreadable'],
    ['a bitmap truncated in its header', truncatedBitmap, 'unreadable'],
  ])('%s', async (_, bytes, code) => {
    expect(await failure(bytes)).toBe(code);
  });

  it('an image with more pixels than the limit, before it is decoded', async () => {
    const small = new OcrEngine({ pixelsMax: 1000 });
    const bytes = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(small.recognize(bytes)).rejects.toMatchObject({ code: 'too_large' });
    await small.close();
  });
});

describe('OcrEngine in a process with other threads', () => {
  it('does not change what libvips may decode once that is set: another thread may be decoding', async () => {
    await engine.recognize(fox);
    const operation = ['VipsForeignLoadPng'];
    sharp.block({ operation });
    const other = new OcrEngine({ threads: 1 });
    try {
      expect(await failure(fox, other)).toBe('unsupported');
    } finally {
      sharp.unblock({ operation });
      await other.close();
    }
    expect(await failure(fox)).toBeUndefined();
  });

  it('lets no library parse an image in the thread of the caller', async () => {
    const metadata = vi.spyOn(sharp.prototype, 'metadata');
    const toBuffer = vi.spyOn(sharp.prototype, 'toBuffer');
    await engine.recognize(fox);
    expect(metadata).not.toHaveBeenCalled();
    expect(toBuffer).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('OcrEngine on images without text', () => {
  it.each([
    [1, 1],
    [640, 2],
    [300, 200],
  ])('returns empty text for a blank image of %i × %i pixels', async (width, height) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await engine.recognize(bytes)).toEqual({
      text: '',
      lines: [],
      tables: [],
      pages: [{ number: 1, startIndex: 0, endIndex: 0, width, height, rotation: 0, confidence: 0 }],
      confidence: 0,
      warnings: [],
    });
  });
});

describe.skipIf(!existsSync(shared))('OcrEngine on real images (needs ../shared)', () => {
  const read = (name: string) => engine.recognize(readFileSync(`${shared}${name}`));

  it('returns lines whose offsets match the text and whose boxes are inside the image', async () => {
    const { text, lines, pages, confidence } = await read('synth_clean/images/05_18px.png');
    const [{ width, height } = { width: 0, height: 0 }] = pages;
    expect(text).toContain('Invoice #20931 - due 14/03/2025');
    expect(confidence).toBeGreaterThan(0.9);
    for (const { startIndex, endIndex, text: line, box, words } of lines) {
      expect(text.slice(startIndex, endIndex)).toBe(line);
      for (const word of words) expect(text.slice(word.startIndex, word.endIndex)).toBe(word.text);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
  });

  it('reads columns one after another', async () => {
    const truth = readFileSync(`${shared}synth_multicol/truth/02_2col.txt`, 'utf8');
    const { text } = await read('synth_multicol/images/02_2col.png');
    const words = (value: string) => value.match(/[A-Za-z]{4,}/g) ?? [];
    expect(words(text).slice(0, 30)).toEqual(words(truth).slice(0, 30));
  });

  it.each([
    'a.avif',
    'a.bmp',
    'a.tiff',
    'a.webp',
    'anim.gif',
    'multi.tiff',
    'cmyk.jpg',
    'exif6.jpg',
    'p16.png',
    'rgba.png',
  ])('reads %s', async (name) => {
    expect((await read(`robust/${name}`)).text).toContain('File Edit View History Help');
  });

  it.each([
    ['robust/trunc.jpg', 'unreadable'],
    ['robust/bomb30000.png', 'too_large'],
    ['robust/a.svg', 'unsupported'],
  ])('rejects %s as %s', async (name, code) => {
    expect(await failure(readFileSync(`${shared}${name}`))).toBe(code);
  });

  it('rejects with the reason of the signal when aborted during a long image, and reads the next one', async () => {
    const controller = new AbortController();
    const reading = engine.recognize(readFileSync(`${shared}synth_long/images/1.png`), {
      signal: controller.signal,
    });
    await expect.poll(() => engine.running).toBeGreaterThan(0);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect((await read('robust/ok.png')).text).toContain('File Edit');
  });
});

describe('OcrEngine', () => {
  it('reads printed text, upright and upside down', async () => {
    for (const angle of [0, 180]) {
      const { text, pages } = await engine.recognize(await sharp(fox).rotate(angle).png().toBuffer());
      expect(text.replaceAll('\n', ' ')).toContain('quick brown fox jumps over the lazy dog');
      expect(pages[0]?.rotation).toBe(angle);
    }
  });

  it('ends an idle thread', async () => {
    const short = new OcrEngine({ threads: 1, idleMs: 50 });
    await short.recognize(fox);
    expect(short.threads).toBe(1);
    await expect.poll(() => short.threads).toBe(0);
    await short.close();
  });

  it('names the folder whose models are missing', async () => {
    const misplaced = new OcrEngine({ threads: 1, modelDir: '/nonexistent/models' });
    await expect(misplaced.recognize(fox)).rejects.toThrow('/nonexistent/models');
    await misplaced.close();
  });
});

describe('OcrEngine on documents of several pages', () => {
  const pages = ['Apples and pears', 'Bread and butter', 'Coffee and cream'].map((text) => [
    { text, y: 700, size: 14 },
  ]);

  it('reads the pages of a PDF as they are displayed, with offsets of the whole text', async () => {
    const progress: unknown[][] = [];
    const onPage = (done: number, total: number, { text, pages: [page] }: OcrResult) =>
      progress.push([done, total, page?.number, text.slice(page?.startIndex, page?.endIndex)]);
    const result = await engine.recognize(makePdf(pages), { onPage });
    expect(result.text).toBe('Apples and pears\n\nBread and butter\n\nCoffee and cream');
    expect(result.pages.map(({ number, width, height }) => [number, width, height])).toEqual(
      [1, 2, 3].map((number) => [number, 1653, 2339]),
    );
    for (const { number, startIndex, endIndex } of result.pages)
      expect(result.text.slice(startIndex, endIndex)).toBe(pages[number - 1]?.[0]?.text);
    for (const line of result.lines)
      expect(line.text).toBe(result.text.slice(line.startIndex, line.endIndex));
    expect(progress).toEqual([
      [1, 3, 1, 'Apples and pears'],
      [2, 3, 2, 'Bread and butter'],
      [3, 3, 3, 'Coffee and cream'],
    ]);
  });

  it('reads only the selected pages, and rejects pages that do not exist', async () => {
    const pdf = makePdf(pages);
    const { text, lines } = await engine.recognize(pdf, { pages: '3,1-1' });
    expect(text).toBe('Apples and pears\n\nCoffee and cream');
    expect(lines.map(({ page }) => page)).toEqual([1, 3]);
    for (const selection of ['4', '0', '2-1', 'x', '', '1-4'])
      await expect(engine.recognize(pdf, { pages: selection })).rejects.toMatchObject({
        code: 'invalid_pages',
      });
  });

  it('reads a scan at its own resolution, with the rotation of the page applied', async () => {
    const { data, info } = await sharp(fox).rotate(270).jpeg().toBuffer({ resolveWithObject: true });
    const scan = { jpeg: data, width: info.width, height: info.height, rotate: 90 } as const;
    const { text, pages } = await engine.recognize(makeScannedPdf([scan]));
    expect(text.replaceAll('\n', ' ')).toContain('quick brown fox jumps over the lazy dog');
    expect(pages).toMatchObject([{ width: info.height, height: info.width, rotation: 0 }]);
  });

  it('reads the pages of a TIFF', async () => {
    const { data, info } = await sharp(fox).flatten().raw().toBuffer({ resolveWithObject: true });
    const raw = { ...info, channels: info.channels as 3, height: info.height * 2, pageHeight: info.height };
    const tiff = await sharp(Buffer.concat([data, Buffer.alloc(data.length, 255)]), { raw })
      .tiff()
      .toBuffer();
    const { text, pages } = await engine.recognize(tiff);
    expect(text).toContain('quick brown fox');
    expect(pages.map(({ number, confidence }) => [number, confidence > 0])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('reads light and dark text on a transparent background', async () => {
    const { data, info } = await sharp(fox).grayscale().raw().toBuffer({ resolveWithObject: true });
    for (const level of [20, 245]) {
      const rgba = Buffer.alloc(info.width * info.height * 4, level);
      for (const [pixel, gray] of data.entries()) rgba[pixel * 4 + 3] = 255 - gray;
      const raw = { width: info.width, height: info.height, channels: 4 as const };
      const { text } = await engine.recognize(await sharp(rgba, { raw }).png().toBuffer());
      expect(text).toContain('quick brown fox');
    }
  });
});
