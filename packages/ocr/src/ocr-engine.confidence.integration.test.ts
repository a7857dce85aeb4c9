import { readFileSync } from 'node:fs';
import { editDistance } from '@quern/runtime/text/edit-distance';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { OcrEngine } from './ocr-engine.ts';

const engine = new OcrEngine({ threads: 1, idleMs: 5000 });
afterAll(() => engine.close());

/** Two lines of printed text. */
const fox = readFileSync(new URL('./fixtures/fox.png', import.meta.url));
const text = 'The quick brown fox jumps over the lazy dog and runs away into the wood';
const { width, height } = await sharp(fox).metadata();
const open = () => sharp(fox).flatten({ background: '#fff' });

/** The confidence, and the share of correct characters. */
async function recognize(picture: Sharp): Promise<{ confidence: number; correctShare: number }> {
  const read = await engine.recognize(await picture.png().toBuffer());
  const errors = editDistance(read.text.replace(/\s+/g, ' '), text);
  return { confidence: read.confidence, correctShare: Math.max(0, 1 - errors / text.length) };
}

describe('confidence of OcrEngine', () => {
  it('is high for text that is read without errors', async () => {
    const { confidence, correctShare } = await recognize(open());
    expect(correctShare).toBe(1);
    expect(confidence).toBeGreaterThan(0.98);
  });

  it('falls with the share of correct characters where letters are squeezed', async () => {
    const { confidence, correctShare } = await recognize(
      open().resize(Math.round(width * 0.3), height, { fit: 'fill' }),
    );
    expect(correctShare).toBeLessThan(0.9);
    expect(confidence).toBeLessThan(0.93);
    expect(Math.abs(confidence - correctShare)).toBeLessThan(0.2);
  });

  it.each([
    ['mirrored', open().flop()],
    ['squeezed to lines without letters', open().resize(Math.round(width * 0.1), height, { fit: 'fill' })],
    ['stretched to ten times their height', open().resize(width, height * 10, { fit: 'fill' })],
  ])('is near zero where letters are %s', async (_, picture) => {
    const { confidence, correctShare } = await recognize(picture);
    expect(correctShare).toBeLessThan(0.3);
    expect(confidence).toBeLessThan(0.3);
  });
});
