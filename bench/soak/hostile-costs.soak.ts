import { alternatingFormats } from '@quern/testing/hostile-input/documents/alternating-formats';
import { convertHostileDocument } from '@quern/testing/hostile-input/documents/convert-hostile-document';
import { interlacedPng } from '@quern/testing/hostile-input/interlaced-png';
import { pdfDrawingGenerators } from '@quern/testing/hostile-input/pdf-drawing-generators';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import { shortSentences } from '@quern/testing/hostile-input/short-sentences';
import { describe, expect, it } from 'vitest';
import { analyzeText } from '../abuse/analyze-text.ts';
import { cpuSecondsMaxOf, grownMbMax, measureCost } from './measure-cost.ts';

function expectWithinBounds(
  { cpuSeconds, grownMb }: { cpuSeconds: number; grownMb: number },
  bytes: number,
): void {
  expect(cpuSeconds).toBeLessThan(cpuSecondsMaxOf(bytes));
  expect(grownMb).toBeLessThan(grownMbMax);
}

describe('PDFs that take minutes to draw end within 10 s of CPU time', () => {
  it.each(pdfDrawingGenerators)('$name, recognized', async ({ generate, size }) => {
    const pdf = Buffer.from(await generate(size));
    const cost = await measureCost(() => recognizeHostileImage(pdf));
    expectWithinBounds(cost, pdf.length);
    expect(cost.outcome).toBe('too_large');
  });

  it.each(pdfDrawingGenerators)('$name, converted', async ({ generate, size }) => {
    const pdf = Buffer.from(await generate(size));
    expectWithinBounds(await measureCost(() => convertHostileDocument(pdf)), pdf.length);
  });
});

describe('documents in which each letter has another format', () => {
  it.each(Object.entries(alternatingFormats))('%s, converted', async (_, make) => {
    const size = 10_000_000;
    const document = make(size);
    expectWithinBounds(await measureCost(() => convertHostileDocument(document)), size);
  });
});

/** Each is more work than a text of the same length in ordinary sentences, and is rejected or takes little time. */
const texts: Readonly<Record<string, string>> = {
  'different lines of four letters': shortSentences(1_000_000),
  'equal lines of one letter': 'a\n'.repeat(500_000),
  'equal lines of two letters': 'ab\n'.repeat(333_333),
};

/** Names are found at the cost of the words, as in any text: only the other tasks have work for each sentence. */
const tasks = ['analyzeSentiment', 'summarize'] as const;

describe('texts of many short sentences', () => {
  it.each(tasks.flatMap((task) => Object.keys(texts).map((name) => [task, name] as const)))(
    '%s: %s',
    async (task, name) => {
      const text = texts[name] ?? '';
      expectWithinBounds(await measureCost(() => analyzeText(task, text)), text.length);
    },
  );
});

it('an interlaced PNG that is close to the limit of pixels is recognized within the bounds of memory', async () => {
  // 7,000 × 7,000 pixels of 8 bytes.
  const image = await interlacedPng(7000);
  expectWithinBounds(await measureCost(() => recognizeHostileImage(image)), image.length);
});
