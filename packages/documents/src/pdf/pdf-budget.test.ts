import { deflateSync } from 'node:zlib';
import { assemblePdf, pdfStream } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

const hello = 'BT /F1 11 Tf 72 700 Td (Hello world) Tj ET ';

/** A PDF of one page; `more` objects are numbered from 7 on, `xObjects` are the page's. */
function pdfOf(content: string, more: readonly Buffer[] = [], xObjects = '', listed = 1): Buffer {
  return assemblePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${'5 0 R '.repeat(listed)}] /Count ${listed} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.from('<< /Title () >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R ' +
        `/Resources << /Font << /F1 3 0 R >> /XObject << ${xObjects} >> >> >>`,
    ),
    pdfStream(deflateSync(Buffer.from(content)), '/Filter /FlateDecode'),
    ...more,
  ]);
}

/** Levels of ten forms each that all paint the ten of the next level. */
function nestedForms(levels: number): Buffer {
  const names = (level: number) =>
    Array.from({ length: 10 }, (_, index) => `/X${index} ${7 + level * 10 + index} 0 R`).join(' ');
  const forms = Array.from({ length: levels * 10 }, (_, index) => {
    const level = Math.floor(index / 10) + 1;
    const inner = level < levels ? names(level) : '';
    const content = level < levels ? paintAll : 'n';
    return pdfStream(
      Buffer.from(content),
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${inner} >> >>`,
    );
  });
  return pdfOf(hello + paintAll, forms, names(0));
}

const paintAll = Array.from({ length: 10 }, (_, index) => `/X${index} Do `).join('');

describe('the work that a PDF may cost', () => {
  it('reads thousands of saved graphics states and refuses a hundred thousand', async () => {
    expect((await readDocument(pdfOf(hello + 'q '.repeat(9000)))).text).toBe('Hello world');
    await expect(readDocument(pdfOf(hello + 'q '.repeat(100_000)))).rejects.toMatchObject({
      code: 'too_complex',
    });
  });

  it('refuses forms that paint each other a million times', async () => {
    expect((await readDocument(nestedForms(2))).text).toBe('Hello world');
    await expect(readDocument(nestedForms(8))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('refuses millions of operators in a small file', async () => {
    await expect(readDocument(pdfOf('0 g '.repeat(3_000_000)))).rejects.toMatchObject({
      code: 'too_complex',
    });
  });

  it('refuses content that unpacks to far more than the file, whatever filters it is in', async () => {
    const content = deflateSync(deflateSync(Buffer.alloc(120_000_000, ' '), { level: 9 }), { level: 9 });
    const hexadecimal = Buffer.from(`${content.toString('hex')}>`);
    const packed = pdfStream(hexadecimal, '/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]');
    const file = pdfOf(hello, [packed]).toString('latin1').replace('/Contents 6 0 R', '/Contents 7 0 R');
    await expect(readDocument(Buffer.from(file, 'latin1'))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('refuses a page that is listed thousands of times', async () => {
    await expect(readDocument(pdfOf(hello, [], '', 20_000))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('yields between pages and stops there when aborted', async () => {
    const controller = new AbortController();
    let turns = 0;
    const turn = async () => {
      turns++;
      controller.abort(new Error('aborted by the test'));
    };
    await expect(readDocument(pdfOf(hello), { yieldIfDue: turn })).resolves.toMatchObject({
      text: 'Hello world',
    });
    expect(turns).toBeGreaterThan(0);
    await expect(readDocument(pdfOf(hello), { yieldIfDue: turn, signal: controller.signal })).rejects.toThrow(
      'aborted by the test',
    );
  });

  it('gives way to another document within a page, and goes on with its own budget', async () => {
    const { promise: otherHasEnded, resolve } = Promise.withResolvers<void>();
    const long = pdfOf(hello + 'q '.repeat(9000) + 'Q '.repeat(9000));
    const first = readDocument(long, { yieldIfDue: () => otherHasEnded });
    const outcomes = await Promise.allSettled([
      readDocument(pdfOf(hello + 'q '.repeat(100_000))),
      readDocument(pdfOf(hello)),
    ]);
    resolve();
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect((await first).text).toBe('Hello world');
  });

  it('reads several documents at once, each with its own budget', async () => {
    const results = await Promise.allSettled([
      readDocument(pdfOf(hello + 'q '.repeat(100_000))),
      readDocument(pdfOf(hello)),
      readDocument(pdfOf(hello)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
