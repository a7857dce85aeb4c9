import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ImageError } from './image-error.ts';
import { createOcrEngine } from './ocr-engine.ts';

const shared = fileURLToPath(new URL('../../../../shared/data/ocr/', import.meta.url));
const reader = createOcrEngine({ languages: ['en'], idleMs: 5000 });
afterAll(() => reader.close());

/** A line of printed text; drawing it here would need fonts, which not every machine has. */
const fox = readFileSync(new URL('./fixtures/fox.png', import.meta.url));

async function failure(bytes: Uint8Array): Promise<unknown> {
  return reader.recognize(bytes).then(
    () => undefined,
    (error: unknown) => (error instanceof ImageError ? error.code : error),
  );
}

describe('bytes that are no readable image', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  it.each([
    ['nothing', new Uint8Array(0), 'unreadable'],
    ['a page of HTML', Buffer.from('<html><body>x</body></html>'), 'unsupported'],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported'],
    ['a PDF', Buffer.from('%PDF-1.7 '), 'unsupported'],
    ['the signature of a PNG alone', png, 'unreadable'],
    ['a bitmap cut off in its header', Buffer.from('BM12'), 'unreadable'],
  ])('%s', async (_, bytes, code) => {
    expect(await failure(bytes)).toBe(code);
  });

  it('an image of more pixels than the limit is refused before it is decoded', async () => {
    const small = createOcrEngine({ languages: ['en'], pixelsMax: 1000 });
    const bytes = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expect(small.recognize(bytes)).rejects.toMatchObject({ code: 'too_large' });
    expect(small.threads).toBe(0);
  });
});

describe('images without text', () => {
  it.each([
    [1, 1],
    [640, 2],
    [300, 200],
  ])('a blank of %i × %i gives empty text', async (width, height) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(await reader.recognize(bytes)).toMatchObject({
      text: '',
      lines: [],
      width,
      height,
      rotation: 0,
      confidence: 0,
    });
  });
});

describe.skipIf(!existsSync(shared))('real images (needs ../shared)', () => {
  const read = (name: string) => reader.recognize(readFileSync(`${shared}${name}`));

  it('keeps lines with offsets and boxes inside the image', async () => {
    const { text, lines, width, height, confidence } = await read('synth_clean/images/05_18px.png');
    expect(text).toContain('Invoice #20931 - due 14/03/2025');
    expect(confidence).toBeGreaterThan(0.9);
    for (const { startIndex, endIndex, text: line, box } of lines) {
      expect(text.slice(startIndex, endIndex)).toBe(line);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
  });

  it('reads columns one after the other', async () => {
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
  ])('refuses %s as %s', async (name, code) => {
    expect(await failure(readFileSync(`${shared}${name}`))).toBe(code);
  });

  it('stops at once when aborted, and the next image is read', async () => {
    const controller = new AbortController();
    const reading = reader.recognize(readFileSync(`${shared}synth_long/images/1.png`), {
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error('enough')), 700);
    await expect(reading).rejects.toThrow('enough');
    expect((await read('robust/ok.png')).text).toContain('File Edit');
  });
});

it('reads printed text, upright and upside down', async () => {
  for (const turn of [0, 180]) {
    const { text, rotation } = await reader.recognize(await sharp(fox).rotate(turn).png().toBuffer());
    expect(text.replaceAll('\n', ' ')).toContain('quick brown fox jumps over the lazy dog');
    expect(rotation).toBe(turn);
  }
});

it('closes threads that have nothing to do', async () => {
  const short = createOcrEngine({ languages: ['en'], idleMs: 50 });
  await short.recognize(fox);
  expect(short.threads).toBe(1);
  await expect.poll(() => short.threads, { timeout: 3000 }).toBe(0);
});
