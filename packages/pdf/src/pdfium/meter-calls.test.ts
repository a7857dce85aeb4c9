import { makePdfOfContent } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { PdfDocument } from '../pdf-document.ts';
import { meterCalls } from './meter-calls.ts';

describe('meterCalls', () => {
  it('stops work that exceeds the limit, which depends on the work alone', async () => {
    const pdf = makePdfOfContent('0 g '.repeat(200_000));
    const read = async (callsMax: number) => (await PdfDocument.open(pdf, { callsMax })).readPage(0).width;
    await expect(read(1_000_000)).rejects.toMatchObject({ code: 'too_complex' });
    await expect(read(100_000_000)).resolves.toBe(595);
  });

  it('rejects bytes that are not a module with functions', () => {
    expect(() => meterCalls(new Uint8Array(8))).toThrow('section');
    expect(() => meterCalls(new Uint8Array(9))).toThrow('truncated');
  });
});
