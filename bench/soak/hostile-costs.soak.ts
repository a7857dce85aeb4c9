import { convertHostileDocument } from '@quern/testing/hostile-input/documents/convert-hostile-document';
import { pdfDrawingGenerators } from '@quern/testing/hostile-input/pdf-drawing-generators';
import { recognizeHostileImage } from '@quern/testing/hostile-input/recognize-hostile-image';
import { describe, expect, it } from 'vitest';
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
