import { growthRatio } from '@quern/testing/growth/growth-ratio';
import { expect, it } from 'vitest';
import { MultipartSplitter } from './split.ts';

const boundary = '-'.repeat(70);
const head = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;

function splitBody(body: Buffer): void {
  const splitter = new MultipartSplitter(boundary, 10_485_760);
  for (let at = 0; at < body.length; at += 65_536) splitter.push(body.subarray(at, at + 65_536));
  splitter.end();
}

it.each(['-', '\r\n--', '\r', '\r\n', `\r\n--${'-'.repeat(69)}x`])(
  'MultipartSplitter does work proportional to a body of %j without a closing boundary',
  async (filler) => {
    const bodyOf = (size: number): Buffer => {
      const body = Buffer.alloc(size, filler);
      body.write(head);
      return body;
    };
    const split = (body: Buffer): void => expect(() => splitBody(body)).toThrow(/malformed multipart body/);
    // Eight times the size: quadratic growth would give a ratio of 64.
    expect(await growthRatio(split, bodyOf(1024 * 1024), bodyOf(8 * 1024 * 1024))).toBeLessThan(24);
  },
);
