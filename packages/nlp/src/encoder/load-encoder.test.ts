import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EncoderModel, openEncoder } from './load-encoder.ts';
import type { TaggedSpan } from './tagging/decode-spans.ts';

/** A real network of a few kilobytes, see fixtures/make_tiny_brain.py: its logits depend on the whole window. */
const tiny = fileURLToPath(new URL('./fixtures/tiny-encoder/', import.meta.url));
let brain: EncoderModel;

beforeAll(async () => {
  brain = await openEncoder(tiny);
});
afterAll(() => brain.close());

describe('names', () => {
  it.each([
    ['it was Ann Lee.', [['Ann Lee', 'PERSON']]],
    [
      'Ann Ann, Rio de Rio',
      ['Ann', 'Ann', 'Rio de', 'Rio'].map((name) => [name, name[0] === 'A' ? 'PERSON' : 'LOCATION']),
    ],
    ['de, x Lee', []],
    ['', []],
    [' \n\t ', []],
    ['😀'.repeat(1000), []],
    ['\ud800\u0000\u0301', []],
  ])('in %j are %j', async (text, expected) => {
    const names = await brain.tagEntities(text);
    expect(names.map(({ startIndex, endIndex, type }) => [text.slice(startIndex, endIndex), type])).toEqual(
      expected,
    );
    for (const { confidence } of names) expect(confidence > 0.3 && confidence < 1).toBe(true);
  });

  it('are found on both sides of every seam, once', async () => {
    const text = 'x Ann Lee y, '.repeat(400);
    const names = await brain.tagEntities(text);
    expect(names).toHaveLength(400);
    for (const { startIndex, endIndex } of names) expect(text.slice(startIndex, endIndex)).toBe('Ann Lee');
  });

  it('do not change two windows before added text, to the last digit of their confidence', async () => {
    const words = fc.array(fc.constantFrom('Ann', 'Rio', 'Lee', 'de', 'good', 'bad.', 'x,', 'y\n'), {
      minLength: 600,
      maxLength: 900,
    });
    await fc.assert(
      fc.asyncProperty(words, words, fc.nat(), async (text, added, cut) => {
        const before = text.slice(0, 600 + (cut % (text.length - 599))).join(' ');
        const [alone, longer] = [
          await brain.tagEntities(before),
          await brain.tagEntities(`${before} ${added.join(' ')}`),
        ];
        // Two windows of at most 254 pieces: no word here has more than three.
        const safe = before
          .split(' ')
          .slice(0, -2 * 254)
          .join(' ').length;
        const settled = (names: readonly TaggedSpan[]) => names.filter(({ endIndex }) => endIndex < safe);
        expect(settled(longer)).toEqual(settled(alone));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('slice to whole letter runs without overlaps in any text', async () => {
    const unit = fc.oneof(
      fc.constantFrom(' Ann', ' Rio', ' Lee', 'x', '.', '“', ')', '\u0301', '😀', '\ud800', '\n', '中', 'ß'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 60 }), async (text) => {
        let before = 0;
        for (const { startIndex, endIndex, confidence } of await brain.tagEntities(text)) {
          expect(startIndex).toBeGreaterThanOrEqual(before);
          expect(endIndex).toBeGreaterThan(startIndex);
          expect(endIndex).toBeLessThanOrEqual(text.length);
          expect([startIndex, endIndex].some((at) => cutsWord(text, at))).toBe(false);
          expect(confidence > 0 && confidence <= 1).toBe(true);
          before = endIndex;
        }
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });
});

describe('feelings', () => {
  it('come in the order of the texts, however they were put into batches', async () => {
    const texts = ['good', 'x '.repeat(300), 'bad bad', '', 'good good good x', 'bad'];
    const together = await brain.classifySentiment(texts);
    const alone = await Promise.all(texts.map(async (text) => (await brain.classifySentiment([text]))[0]));
    for (const [at, feelings] of together.entries()) {
      for (const name of ['polarity', 'emotions'] as const)
        for (const [index, value] of feelings[name].entries())
          expect(value).toBeCloseTo(alone[at]?.[name][index] ?? Number.NaN, 5);
      expect(feelings.polarity.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
    }
    expect(together.map(({ polarity }) => polarity.indexOf(Math.max(...polarity)))).toEqual([
      4, 0, 0, 0, 4, 0,
    ]);
    expect(together.map(({ emotions }) => emotions.findIndex((value) => value > 0.5))).toEqual([
      0, -1, 1, -1, 0, 1,
    ]);
  });

  it('of a long text are those of all its parts, by their length', async () => {
    const [half] = await brain.classifySentiment([`${'good '.repeat(3000)}${'bad '.repeat(3000)}`]);
    const [third] = await brain.classifySentiment([`${'good '.repeat(2000)}${'bad '.repeat(4000)}`]);
    expect(half?.polarity[4]).toBeCloseTo(0.5, 1);
    expect(half?.polarity[0]).toBeCloseTo(0.5, 1);
    expect(third?.polarity[4]).toBeCloseTo(1 / 3, 1);
    expect(await brain.classifySentiment([])).toEqual([]);
  });
});

describe('long work', () => {
  it('stops when it is aborted, and the brain goes on', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 20);
    const text = 'Ann Lee. '.repeat(100_000);
    await expect(brain.tagEntities(text, { signal: controller.signal })).rejects.toThrow('enough');
    await expect(brain.classifySentiment(['x'], { signal: controller.signal })).rejects.toThrow('enough');
    expect(await brain.tagEntities('Ann')).toHaveLength(1);
  });

  it('takes 200,000 characters without a space', async () => {
    expect(await brain.tagEntities('x'.repeat(200_000))).toEqual([]);
  });
});

describe('a model folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brain-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['vocabulary.bin', 'embeddings.bin', 'backbone.onnx', 'entities.onnx', 'sentiment.onnx'])(
    'is refused when %s is not the manifest’s',
    async (file) => {
      cpSync(tiny, folder, { recursive: true });
      const bytes = readFileSync(join(folder, file));
      bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
      writeFileSync(join(folder, file), bytes);
      const answer = openEncoder(folder).then((opened) => opened.tagEntities('Ann'));
      await expect(answer).rejects.toThrow(`${file} is not the file that the manifest names`);
    },
  );

  it('is refused when its manifest is damaged or missing', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{}');
    await expect(openEncoder(folder)).rejects.toThrow("manifest's names is no object");
    await expect(openEncoder(join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });
});

/** Whether an offset lies inside a surrogate pair or, after the beginning of a name, inside a run of letters. */
function cutsWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const inPair = /[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after);
  return inPair || (/[\p{L}\p{N}\p{M}]$/u.test(before) && /^[\p{L}\p{N}\p{M}]/u.test(after));
}
