import { once } from 'node:events';
import { createServer } from 'node:http';
import { longestTurnMs } from '@quern/runtime/testing/longest-turn';
import { imageGenerators } from '@quern/testing/hostile-input/image-generators';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { countConnectedComponents } from './image/count-connected-components.ts';
import { createOcrEngine } from './ocr-engine.ts';
import { recognizeImage } from './recognition/recognize-image.ts';

const reader = createOcrEngine({ languages: ['en'], idleMs: 5000 });
afterAll(() => reader.close());

/** What each is refused with; of the others the text is read, which may be none. */
const refused: Readonly<Record<string, string>> = {
  'huge-dimensions': 'too_large',
  'svg-nesting': 'unsupported',
  'svg-billion-laughs': 'unsupported',
  'bmp-header': 'unreadable',
  'png-comment-bomb': 'unreadable',
  'tiff-pages': 'too_large',
};

describe('hostile images', () => {
  it.each(imageGenerators.map((generator) => [generator.name, generator] as const))(
    '%s: this thread does none of the work, and it ends',
    async (name, generator) => {
      const bytes = await generator.generate(generator.size);
      await recognizeHostileImage((await imageGenerators[0]?.generate(100)) ?? '');
      let outcome: number | string = '';
      const stallMs = await longestTurnMs(async () => {
        outcome = await recognizeHostileImage(bytes);
      });
      if (refused[name] === undefined) expect(outcome).toEqual(expect.any(Number));
      else expect(outcome).toBe(refused[name]);
      expect(stallMs).toBeLessThan(250);
    },
  );

  it('that take long to read are not read again and again', async () => {
    const bytes = Buffer.from((await imageGenerators[0]?.generate(3_000_000)) ?? '');
    const readings = async (secondsEach: number) => {
      let count = 0;
      const recognize = () => {
        count++;
        return '';
      };
      await recognizeImage(bytes, 1e8, recognize, () => count * secondsEach * 1000);
      return count;
    };
    expect([await readings(0.1), await readings(8), await readings(20)]).toEqual([5, 2, 1]);
  });

  it('of more dots than any page has are halved until they have few regions', async () => {
    const sizes: number[] = [];
    const recognize = (image: Uint8Array) => {
      sizes.push(image.length);
      return '';
    };
    const dots = imageGenerators.find(({ name }) => name === 'many-components');
    await recognizeImage(Buffer.from((await dots?.generate(4_000_000)) ?? ''), 1e8, recognize, () => 0);
    expect(Math.max(...sizes)).toBeLessThan(300_000);
  });

  it('a broken color profile does not keep an image from being read', async () => {
    const fox = sharp(new URL('./fixtures/fox.png', import.meta.url).pathname);
    const bytes = await fox.withIccProfile('srgb').jpeg().toBuffer();
    const at = bytes.indexOf('ICC_PROFILE');
    bytes.fill(0xab, at + 20, at + 200);
    expect((await reader.recognize(bytes)).text.replaceAll('\n', ' ')).toContain('quick brown fox');
  });

  it.each(['webp', 'avif', 'tiff', 'gif', 'png', 'jpeg'] as const)(
    'a truncated %s is refused',
    async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const bytes = await sharp({
        create: { width: 300, height: 300, channels: 3, background: '#fff', noise },
      })
        .toFormat(format)
        .toBuffer();
      const half = bytes.subarray(0, bytes.length / 2);
      await expect(reader.recognize(half)).rejects.toMatchObject({ name: 'ImageError' });
    },
  );

  it('nothing in a file is fetched or opened', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const image = `<image href="http://127.0.0.1:${port}/x.png" width="9" height="9"/>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${image}</svg>`;
    for (const bytes of [svg, `\xef\xbb\xbf<!-- x -->${svg}`, `GIF89a${svg}`, `P5 ${svg}`, `BM${svg}`]) {
      await expect(reader.recognize(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({
        name: 'ImageError',
      });
    }
    // libvips itself refuses to load what is not among the formats.
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow();
    server.close();
    expect(asked).toBe(0);
  });
});

describe('a reader with one thread', () => {
  it('shows who waits, and lets an abort end waiting and reading alike', async () => {
    const one = createOcrEngine({ languages: ['en'], idleMs: 1000 });
    const noise =
      (await imageGenerators.find(({ name }) => name === 'coarse-noise')?.generate(2_000_000)) ?? '';
    const bytes = Buffer.from(noise);
    const controllers = [new AbortController(), new AbortController(), new AbortController()];
    const outcomeOf = ({ signal }: AbortController) =>
      one.recognize(bytes, { signal }).then(
        () => 'read',
        (error: unknown) => String(error),
      );
    const [first, ...others] = controllers;
    if (!first) throw new Error('no controller');
    const outcomes = [outcomeOf(first)];
    await expect.poll(() => one.running, { timeout: 10_000 }).toBe(1);
    outcomes.push(...others.map(outcomeOf));
    await expect.poll(() => [one.running, one.waiting], { timeout: 10_000 }).toEqual([1, 2]);
    controllers[1]?.abort(new Error('left the queue'));
    expect(await outcomes[1]).toBe('Error: left the queue');
    expect([one.running, one.waiting]).toEqual([1, 1]);
    const started = performance.now();
    controllers[0]?.abort(new Error('left the thread'));
    expect(await outcomes[0]).toBe('Error: left the thread');
    expect(performance.now() - started).toBeLessThan(2000);
    // The next image gets a new thread.
    await expect.poll(() => [one.running, one.waiting], { timeout: 20_000 }).toEqual([1, 0]);
    const last = one.recognize(bytes).catch((error: unknown) => String(error));
    await expect.poll(() => one.waiting, { timeout: 10_000 }).toBe(1);
    await one.close();
    expect(await last).toBe('Error: The image reader is closed.');
    controllers[2]?.abort(new Error('done'));
    await outcomes[2];
    await expect.poll(() => [one.running, one.threads], { timeout: 10_000 }).toEqual([0, 0]);
  });
});

describe('countRegions', () => {
  it.each([
    ['no ink', ['....', '....'], 0],
    ['a frame around a dot', ['#####', '#...#', '#.#.#', '#...#', '#####'], 2],
    ['corners that touch', ['#.#', '.#.', '#.#'], 1],
    ['legs that meet at the bottom', ['#.#.#', '#.#.#', '#####'], 1],
    ['rows apart', ['###', '...', '###'], 2],
  ])('%s', (_, rows, count) => {
    const width = rows[0]?.length ?? 0;
    const data = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 0 : 255));
    expect(countConnectedComponents({ data, width, height: rows.length })).toBe(count);
  });
});
