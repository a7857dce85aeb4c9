import { once } from 'node:events';
import { createServer } from 'node:http';
import { longestTurnMs } from '@quern/runtime/testing/longest-turn';
import { imageGenerators } from '@quern/testing/hostile-input/image-generators';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { OcrEngine } from './ocr-engine.ts';

const engine = new OcrEngine({ languages: ['en'], idleMs: 5000 });
afterAll(() => engine.close());

/** The code each image is rejected with. The others are read, perhaps without finding text. */
const rejected: Readonly<Record<string, string>> = {
  'huge-dimensions': 'too_large',
  'svg-nesting': 'unsupported',
  'svg-billion-laughs': 'unsupported',
  'bmp-header': 'unreadable',
  'png-comment-bomb': 'unreadable',
  'tiff-pages': 'too_large',
};

describe('OcrEngine on hostile images', () => {
  it.each(imageGenerators.map((generator) => [generator.name, generator] as const))(
    '%s: ends with text or an error, using less than 250 ms of CPU time per turn of this thread',
    async (name, generator) => {
      const bytes = await generator.generate(generator.size);
      await recognizeHostileImage((await imageGenerators[0]?.generate(100)) ?? '');
      let outcome: number | string = '';
      const stallMs = await longestTurnMs(async () => {
        outcome = await recognizeHostileImage(bytes);
      });
      if (rejected[name] === undefined) expect(outcome).toEqual(expect.any(Number));
      else expect(outcome).toBe(rejected[name]);
      expect(stallMs).toBeLessThan(250);
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

describe('OcrEngine with several images at once', () => {
  it('reads one at a time, and rejects waiting and running images when aborted or closed', async () => {
    const engine = new OcrEngine({ languages: ['en'], idleMs: 1000 });
    const noise = imageGenerators.find(({ name }) => name === 'coarse-noise');
    const bytes = Buffer.from((await noise?.generate(2_000_000)) ?? '');
    const outcomeOf = ({ signal }: AbortController) =>
      engine.recognize(bytes, { signal }).then(
        () => 'read',
        (error: unknown) => String(error),
      );
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const firstOutcome = outcomeOf(first);
    await expect.poll(() => engine.running, { timeout: 10_000 }).toBe(1);
    const secondOutcome = outcomeOf(second);
    const thirdOutcome = outcomeOf(third);
    await expect.poll(() => [engine.running, engine.waiting], { timeout: 10_000 }).toEqual([1, 2]);
    second.abort(new Error('left the queue'));
    expect(await secondOutcome).toBe('Error: left the queue');
    expect([engine.running, engine.waiting]).toEqual([1, 1]);
    first.abort(new Error('left the thread'));
    expect(await firstOutcome).toBe('Error: left the thread');
    // The next image gets a new thread.
    await expect.poll(() => [engine.running, engine.waiting], { timeout: 20_000 }).toEqual([1, 0]);
    const last = engine.recognize(bytes).catch((error: unknown) => String(error));
    await expect.poll(() => engine.waiting, { timeout: 10_000 }).toBe(1);
    await engine.close();
    expect([await thirdOutcome, await last]).toEqual(Array(2).fill('Error: The worker pool is closed.'));
    await expect.poll(() => engine.threads, { timeout: 10_000 }).toBe(0);
  });
});
