import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EncoderModel } from './encoder-model.ts';
import type { EncoderCallOptions } from './session/encoder-call-options.ts';
import type { TaggedSpan } from './tagging/decode-spans.ts';

/** A real network of a few kilobytes, see fixtures/make_tiny_encoder.py: its logits depend on the whole window. */
const tinyModelDir = fileURLToPath(new URL('./fixtures/tiny-encoder/', import.meta.url));
/** Han, as far as these tests have it. */
const unspacedScripts = /\p{Script=Han}/u;
let encoder: EncoderModel;

/** The parameters of the fixture's only group. */
function onlyGroup(model: EncoderModel) {
  const [group] = model.manifest.groups;
  if (group === undefined) throw new Error('The fixture has no group.');
  return group;
}
const classify = (texts: readonly string[], options?: EncoderCallOptions) =>
  encoder.classifySentiment(texts, onlyGroup(encoder), options);

beforeAll(async () => {
  encoder = await EncoderModel.open(tinyModelDir);
});
afterAll(() => encoder.close());

describe('EncoderModel.tagEntities', () => {
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
  ])('finds in %j the names %j', async (text, expected) => {
    const spans = await encoder.tagEntities(text);
    expect(spans.map(({ startIndex, endIndex, type }) => [text.slice(startIndex, endIndex), type])).toEqual(
      expected,
    );
    for (const { confidence } of spans) expect(confidence > 0.3 && confidence < 1).toBe(true);
  });

  it('finds each name once, also where windows overlap', async () => {
    const text = 'x Ann Lee y, '.repeat(400);
    const spans = await encoder.tagEntities(text);
    expect(spans).toHaveLength(400);
    for (const { startIndex, endIndex } of spans) expect(text.slice(startIndex, endIndex)).toBe('Ann Lee');
  });

  it('returns identical results up to two windows before appended text', async () => {
    const words = fc.array(fc.constantFrom('Ann', 'Rio', 'Lee', 'de', 'good', 'bad.', 'x,', 'y\n'), {
      minLength: 600,
      maxLength: 900,
    });
    await fc.assert(
      fc.asyncProperty(words, words, fc.nat(), async (text, appended, cut) => {
        const kept = text.slice(0, 600 + (cut % (text.length - 599))).join(' ');
        const alone = await encoder.tagEntities(kept);
        const longer = await encoder.tagEntities(`${kept} ${appended.join(' ')}`);
        // Two windows have at most 508 subwords, and each word has at least one.
        const stableEnd = kept
          .split(' ')
          .slice(0, -2 * 254)
          .join(' ').length;
        const stable = (spans: readonly TaggedSpan[]) => spans.filter(({ endIndex }) => endIndex < stableEnd);
        expect(stable(longer)).toEqual(stable(alone));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('returns spans of whole words without overlaps for any text', async () => {
    const unit = fc.oneof(
      fc.constantFrom(' Ann', ' Rio', ' Lee', 'x', '.', '“', ')', '\u0301', '😀', '\ud800', '\n', '中', 'ß'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 60 }), async (text) => {
        let previousEnd = 0;
        for (const { startIndex, endIndex, confidence } of await encoder.tagEntities(text)) {
          expect(startIndex).toBeGreaterThanOrEqual(previousEnd);
          expect(endIndex).toBeGreaterThan(startIndex);
          expect(endIndex).toBeLessThanOrEqual(text.length);
          expect([startIndex, endIndex].some((at) => cutsWord(text, at))).toBe(false);
          expect(confidence > 0 && confidence <= 1).toBe(true);
          previousEnd = endIndex;
        }
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });
});

describe('EncoderModel.classifySentiment', () => {
  it('returns one result per text in order, equal to classifying each text alone', async () => {
    const texts = ['good', 'x '.repeat(300), 'bad bad', '', 'good good good x', 'bad'];
    const together = await classify(texts);
    const alone = await Promise.all(texts.map(async (text) => (await classify([text]))[0]));
    for (const [at, sentiment] of together.entries()) {
      for (const name of ['polarity', 'emotions'] as const)
        for (const [index, value] of sentiment[name].entries())
          expect(value).toBeCloseTo(alone[at]?.[name][index] ?? Number.NaN, 5);
      expect(sentiment.polarity.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
    }
    expect(together.map(({ polarity }) => polarity.indexOf(Math.max(...polarity)))).toEqual([
      4, 0, 0, 0, 4, 0,
    ]);
    expect(together.map(({ emotions }) => emotions.findIndex((value) => value > 0.5))).toEqual([
      0, -1, 1, -1, 0, 1,
    ]);
  });

  it('averages the windows of a long text by their length', async () => {
    const [half] = await classify([`${'good '.repeat(3000)}${'bad '.repeat(3000)}`]);
    const [third] = await classify([`${'good '.repeat(2000)}${'bad '.repeat(4000)}`]);
    expect(half?.polarity[4]).toBeCloseTo(0.5, 1);
    expect(half?.polarity[0]).toBeCloseTo(0.5, 1);
    expect(third?.polarity[4]).toBeCloseTo(1 / 3, 1);
    expect(await classify([])).toEqual([]);
  });
});

describe('EncoderModel', () => {
  it('stops when its signal is aborted and stays usable', async () => {
    const controller = new AbortController();
    let windowCount = 0;
    const yieldIfDue = async () => {
      windowCount += 1;
      if (windowCount === 3) controller.abort(new Error('canceled by the caller'));
    };
    const { signal } = controller;
    const tagged = encoder.tagEntities('Ann Lee. '.repeat(1000), { signal, yieldIfDue });
    await expect(tagged).rejects.toThrow('canceled by the caller');
    expect(windowCount).toBe(3);
    await expect(classify(['x'], { signal })).rejects.toThrow('canceled by the caller');
    expect(await encoder.tagEntities('Ann')).toHaveLength(1);
  });

  it('accepts 200,000 characters without a space', async () => {
    expect(await encoder.tagEntities('x'.repeat(200_000))).toEqual([]);
  });
});

describe('EncoderModel.open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['vocabulary.bin', 'embeddings.bin', 'backbone.onnx', 'entities.onnx', 'sentiment.onnx'])(
    'rejects a model folder whose %s does not match its checksum, on first use at the latest',
    async (file) => {
      cpSync(tinyModelDir, folder, { recursive: true });
      const bytes = readFileSync(join(folder, file));
      bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
      writeFileSync(join(folder, file), bytes);
      const use = async (): Promise<unknown> => {
        const model = await EncoderModel.open(folder);
        return file === 'sentiment.onnx'
          ? model.classifySentiment(['Ann'], onlyGroup(model))
          : model.tagEntities('Ann');
      };
      await expect(use()).rejects.toThrow(file);
    },
  );

  it('rejects a model folder whose manifest is invalid or missing', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{}');
    await expect(EncoderModel.open(folder)).rejects.toThrow('names: Invalid input: expected object');
    await expect(EncoderModel.open(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});

/** Whether an offset is inside a surrogate pair or a word; each character of Han is a word. */
function cutsWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const inPair = /[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after);
  if (!/[\p{L}\p{N}\p{M}]$/u.test(before) || !/^[\p{L}\p{N}\p{M}]/u.test(after)) return inPair;
  return (
    /^\p{M}/u.test(after) ||
    !(unspacedScripts.test(before.slice(-2)) || unspacedScripts.test(after.slice(0, 2)))
  );
}
