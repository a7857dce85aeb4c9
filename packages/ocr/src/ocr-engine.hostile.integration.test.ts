import { once } from 'node:events';
import { createServer } from 'node:http';
import { makePdf, makePdfOfContent, pdfStream } from '@quern/testing/documents/make-documents';
import { imageGenerators } from '@quern/testing/hostile-input/image-generators';
import { pdfDrawingGenerators } from '@quern/testing/hostile-input/pdf-drawing-generators';
import { pdfGenerators } from '@quern/testing/hostile-input/pdf-generators';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { OcrEngine } from './ocr-engine.ts';

const engine = new OcrEngine({ idleMs: 5000 });
afterAll(() => engine.close());

/** Files that are read are generated smaller by this factor than in the soak `hostile-files`. */
const share = 10;

/** The code each image is rejected with. The others are read, perhaps without finding text. */
const rejected: Readonly<Record<string, string>> = {
  'huge-dimensions': 'too_large',
  'interlaced-16-bit': 'too_large',
  'svg-nesting': 'unsupported',
  'svg-billion-laughs': 'unsupported',
  'bmp-header': 'unreadable',
  'png-comment-bomb': 'unreadable',
  'png-empty-comments': 'unreadable',
  'tiff-pages': 'too_large',
};

describe('OcrEngine on hostile images', () => {
  it.each(imageGenerators.map((generator) => [generator.name, generator] as const))(
    '%s: ends with text or an error',
    async (name, { generate, size }) => {
      const isRead = rejected[name] === undefined;
      const outcome = await recognizeHostileImage(
        await generate(isRead ? Math.ceil(size / share) : size),
        engine,
      );
      expect(outcome).toEqual(rejected[name] ?? expect.any(Number));
    },
  );

  it('reads an image with a broken color profile', async () => {
    const fox = sharp(new URL('./fixtures/fox.png', import.meta.url).pathname);
    const bytes = await fox.withIccProfile('srgb').jpeg().toBuffer();
    const profile = bytes.indexOf('ICC_PROFILE');
    bytes.fill(0xab, profile + 20, profile + 200);
    expect((await engine.recognize(bytes)).text.replaceAll('\n', ' ')).toContain('quick brown fox');
  });

  it.each(['webp', 'avif', 'tiff', 'gif', 'png', 'jpeg'] as const)(
    'rejects a truncated %s',
    async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const bytes = await sharp({
        create: { width: 300, height: 300, channels: 3, background: '#fff', noise },
      })
        .toFormat(format)
        .toBuffer();
      const half = bytes.subarray(0, bytes.length / 2);
      await expect(engine.recognize(half)).rejects.toMatchObject({ name: 'ImageError' });
    },
  );

  it('sends no request to the URLs in a file', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const image = `<image href="http://127.0.0.1:${port}/x.png" width="9" height="9"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${image}</svg>`;
    for (const bytes of [svg, `\xef\xbb\xbf<!-- x -->${svg}`, `GIF89a${svg}`, `P5 ${svg}`, `BM${svg}`]) {
      await expect(engine.recognize(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({
        name: 'ImageError',
      });
    }
    // libvips itself blocks formats that are not supported.
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow();
    server.close();
    expect(requests).toBe(0);
  });
});

/**
 * The code each PDF is rejected with, or undefined if it is read. The others, each of which takes a second, are read in
 * the soak `hostile-files`.
 */
const pdfOutcomes: ReadonlyMap<string, string | undefined> = new Map([
  ['form-laughs', 'too_large'],
  ['many-pages', 'too_large'],
  ['repeated-page', 'too_large'],
  ['many-saved-states', undefined],
]);

/** The others are read in the soak `hostile-costs`. */
const isDrawnToTheLimit: ReadonlySet<string> = new Set(['repeated-image', 'soft-masks']);

/** A page that takes long to draw: it is filled thousands of times, and the size of the file allows as much work. */
function slowPdf(): Buffer {
  const resources = '/Resources << /ExtGState << /G << /ca 0.5 /BM /Saturation >> >> >>';
  const form = pdfStream(
    Buffer.from(`/G gs ${'0.2 0.3 0.4 rg 0 0 595 842 re f '.repeat(5000)}`),
    `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources}`,
  );
  const padding = pdfStream(Buffer.alloc(10_000_000), '');
  return makePdfOfContent('/Fm Do', { objects: [form, padding], xObjects: '/Fm 7 0 R' });
}

describe('OcrEngine on hostile PDFs', () => {
  it.each(pdfDrawingGenerators.filter(({ name }) => isDrawnToTheLimit.has(name)))(
    '$name: rejected as too_large, by the work that it takes',
    async ({ generate, size }) => {
      expect(await recognizeHostileImage(await generate(size), engine)).toBe('too_large');
    },
  );

  it.each(pdfGenerators.filter(({ name }) => pdfOutcomes.has(name)))(
    '$name: ends with text or an error',
    async ({ name, generate, size }) => {
      const code = pdfOutcomes.get(name);
      const outcome = await recognizeHostileImage(
        await generate(code === undefined ? Math.ceil(size / share) : size),
        engine,
      );
      expect(outcome).toEqual(code ?? expect.any(Number));
    },
  );

  it('asks to select pages of a PDF with 1000 pages, and reads the selected one', async () => {
    const line = { text: 'Hello world', y: 700 };
    const pdf = makePdf(Array.from({ length: 1000 }, () => [line]));
    const advice = '1000 pages are too many for one request: select at most 100 with `pages`, such as 1-100.';
    await expect(engine.recognize(pdf)).rejects.toThrow(advice);
    const { text, pages } = await engine.recognize(pdf, { pages: '999' });
    expect([text, pages.map(({ number }) => number)]).toEqual(['Hello world', [999]]);
  });

  it('frees the thread when aborted while a page is being drawn', async () => {
    const single = new OcrEngine({ threads: 1, idleMs: 5000 });
    const controller = new AbortController();
    const reading = single.recognize(slowPdf(), { signal: controller.signal });
    await expect.poll(() => single.running).toBe(1);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await expect.poll(() => single.running).toBe(0);
    expect((await single.recognize(makePdf([[{ text: 'Next', y: 700 }]]))).text).toBe('Next');
    await single.close();
  });
});

describe('OcrEngine with a time limit for pages', () => {
  afterEach(() => vi.useRealTimers());

  it('rejects slow pages, and reads a page that waited for them longer than the limit', async () => {
    const pageTimeoutMs = 15_000;
    const cancelGraceMs = 250;
    const single = new OcrEngine({ threads: 1, pageTimeoutMs, idleMs: 60_000 });
    const quick = makePdf([[{ text: 'Hello world', y: 700 }]]);
    await single.recognize(quick);
    // Time passes only when the test advances it, while the thread draws.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const slow = Array.from({ length: 2 }, () => single.recognize(slowPdf()));
    const rejected = slow.map((reading) =>
      expect(reading).rejects.toMatchObject({
        code: 'too_large',
        message: 'The page could not be read within 15 s: send a smaller image, or parts of it.',
      }),
    );
    const waited = single.recognize(quick);
    for (const waiting of [2, 1]) {
      // Polling advances fake timers by its interval.
      await expect.poll(() => [single.running, single.waiting], { interval: 0 }).toEqual([1, waiting]);
      vi.advanceTimersByTime(pageTimeoutMs);
      // The thread is replaced once the time to end the task itself has passed.
      const countWaiting = (): number => {
        vi.advanceTimersByTime(cancelGraceMs);
        return single.waiting;
      };
      await expect.poll(countWaiting).toBe(waiting - 1);
    }
    await Promise.all(rejected);
    expect((await waited).text).toBe('Hello world');
    await single.close();
  });
});

describe('OcrEngine with several files at once', () => {
  it('rejects waiting and running files when aborted or closed', async () => {
    const engine = new OcrEngine({ threads: 1, idleMs: 1000 });
    const bytes = slowPdf();
    const outcomeOf = ({ signal }: AbortController) =>
      engine.recognize(bytes, { signal }).then(
        () => 'read',
        (error: unknown) => String(error),
      );
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const firstOutcome = outcomeOf(first);
    await expect.poll(() => engine.running).toBe(1);
    const secondOutcome = outcomeOf(second);
    const thirdOutcome = outcomeOf(third);
    await expect.poll(() => [engine.running, engine.waiting]).toEqual([1, 2]);
    second.abort(new Error('left the queue'));
    expect(await secondOutcome).toBe('Error: left the queue');
    expect([engine.running, engine.waiting]).toEqual([1, 1]);
    first.abort(new Error('left the thread'));
    expect(await firstOutcome).toBe('Error: left the thread');
    // The next file gets a new thread.
    await expect.poll(() => [engine.running, engine.waiting]).toEqual([1, 0]);
    const last = engine.recognize(bytes).catch((error: unknown) => String(error));
    await expect.poll(() => engine.waiting).toBe(1);
    await engine.close();
    // A thread inside native code ends the task itself.
    expect(await thirdOutcome).toMatch(/The worker pool is closed|The task was canceled/);
    expect(await last).toBe('Error: The worker pool is closed.');
    await expect.poll(() => engine.threads).toBe(0);
  });
});
