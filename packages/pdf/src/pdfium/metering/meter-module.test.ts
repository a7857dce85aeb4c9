import { makePdfOfContent } from '@quern/testing/documents/make-documents';
import { pdfDrawingGenerators } from '@quern/testing/hostile-input/pdf-drawing-generators';
import { describe, expect, it } from 'vitest';
import { PdfDocument } from '../../pdf-document.ts';
import { meterModule } from './meter-module.ts';

describe('meterModule', () => {
  it('stops work that exceeds the limit, which depends on the work alone', async () => {
    const pdf = makePdfOfContent('0 g '.repeat(200_000));
    const read = async (stepsMax: number) => (await PdfDocument.open(pdf, { stepsMax })).readPage(0).width;
    await expect(read(1_000_000)).rejects.toMatchObject({ code: 'too_complex' });
    await expect(read(100_000_000)).resolves.toBe(595);
  });

  it.each(pdfDrawingGenerators)('counts the loops that draw $name', async ({ generate, size }) => {
    const pdf = Buffer.from(await generate(Math.ceil(size / 1000)));
    const draw = async (stepsMax: number) => (await PdfDocument.open(pdf, { stepsMax })).render(0, 1e8);
    await expect(draw(3_000_000)).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('rejects bytes that are not a module with functions', () => {
    expect(() => meterModule(new Uint8Array(8))).toThrow('section');
    expect(() => meterModule(new Uint8Array(9))).toThrow('truncated');
  });

  it('rejects instructions that copy memory of any size', () => {
    // A function that consists of memory.fill.
    const code = [10, 8, 1, 6, 0, 0xfc, 11, 0, 0x1a, 0x0b];
    expect(() => meterModule(Uint8Array.from([...Array<number>(8).fill(0), ...code]))).toThrow('metered');
  });
});
