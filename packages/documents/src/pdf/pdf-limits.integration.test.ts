import { deflateSync } from 'node:zlib';
import { makePdfOfContent, makePdfOfNestedForms, pdfStream } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

const hello = 'BT /F1 11 Tf 72 700 Td (Hello world) Tj ET ';

describe('readDocument limits the work of a PDF', () => {
  it('reads a hundred thousand saved graphics states', async () => {
    expect((await readDocument(makePdfOfContent(hello + 'q '.repeat(100_000)))).text).toBe('Hello world');
  });

  it('rejects nested forms that are painted a million times', async () => {
    expect((await readDocument(makePdfOfNestedForms(hello, 2))).text).toBe('Hello world');
    await expect(readDocument(makePdfOfNestedForms(hello, 8))).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('rejects millions of operators in a small file', async () => {
    await expect(readDocument(makePdfOfContent('0 g '.repeat(3_000_000)))).rejects.toMatchObject({
      code: 'too_complex',
    });
  });

  it('reads no content that unpacks to far more data than the file, in any combination of filters', async () => {
    const content = deflateSync(deflateSync(Buffer.alloc(120_000_000, ' '), { level: 9 }), { level: 9 });
    const hexadecimal = Buffer.from(`${content.toString('hex')}>`);
    const packed = pdfStream(hexadecimal, '/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]');
    const file = makePdfOfContent(hello, { objects: [packed] })
      .toString('latin1')
      .replace('/Contents 6 0 R', '/Contents 7 0 R');
    await expect(readDocument(Buffer.from(file, 'latin1'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:too_complex|empty)$/),
    });
  });

  it('rejects a page that is listed thousands of times', async () => {
    await expect(
      readDocument(makePdfOfContent(hello, { kids: '5 0 R '.repeat(20_000), pageCount: 20_000 })),
    ).rejects.toMatchObject({ code: 'too_complex' });
  });

  it('yields between pages and stops there when aborted', async () => {
    const controller = new AbortController();
    let yields = 0;
    const yieldIfDue = async () => {
      yields++;
      controller.abort(new Error('aborted by the test'));
    };
    await expect(readDocument(makePdfOfContent(hello), { yieldIfDue })).resolves.toMatchObject({
      text: 'Hello world',
    });
    expect(yields).toBeGreaterThan(0);
    await expect(
      readDocument(makePdfOfContent(hello), { yieldIfDue, signal: controller.signal }),
    ).rejects.toThrow('aborted by the test');
  });

  it('reads several documents concurrently, each with its own budget', async () => {
    const results = await Promise.allSettled([
      readDocument(makePdfOfContent('0 g '.repeat(3_000_000))),
      readDocument(makePdfOfContent(hello)),
      readDocument(makePdfOfContent(hello)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
