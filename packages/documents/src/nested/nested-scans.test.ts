import { makeZip } from '@quern/testing/documents/make-documents';
import { makeMsg } from '@quern/testing/documents/make-msg';
import { makePng } from '@quern/testing/documents/make-picture';
import { describe, expect, it } from 'vitest';
import { type ConvertDocumentOptions, convertDocument } from '../convert-document.ts';
import type { RecognizedPage, RecognizedPart } from '../model/recognized-page.ts';

const picture = makePng(64, 32);
const files = { 'a.txt': 'First', 'b.png': picture, 'c.zip': makeZip({ 'd.png': picture, 'e.txt': 'Last' }) };

function recognizedPage(text: string): RecognizedPage {
  const place = {
    startIndex: 0,
    endIndex: text.length,
    box: { x: 4, y: 8, width: 50, height: 12 },
    confidence: 1,
  };
  const quadrilateral: RecognizedPage['lines'][number]['quadrilateral'] = [
    { x: 4, y: 8 },
    { x: 54, y: 8 },
    { x: 54, y: 20 },
    { x: 4, y: 20 },
  ];
  const lines = [{ ...place, text, page: 1, quadrilateral, words: [{ ...place, text }] }];
  return { number: 1, width: 64, height: 32, rotation: 0, confidence: 1, lines, tables: [] };
}

const convert = (recognizedParts?: readonly RecognizedPart[], more: ConvertDocumentOptions = {}) =>
  convertDocument(makeZip(files), { recognizedParts, ...more });

describe('pictures and scans inside of an archive', () => {
  it('are returned with their bytes, and read once they are recognized, with the same pages', async () => {
    const begun = await convert();
    expect(begun.unreadPages).toEqual([2, 3]);
    expect(begun.unreadParts.map(({ pages, bytes }) => [pages, picture.equals(bytes)])).toEqual([
      [[1], true],
      [[1], true],
    ]);
    // Their memory is moved between threads.
    for (const { bytes } of begun.unreadParts) expect(bytes.buffer.byteLength).toBe(bytes.length);
    const [first, second] = begun.unreadParts.map(({ part }) => part);
    const read = await convert([
      { part: first ?? 0, pages: [recognizedPage('Second')] },
      { part: second ?? 0, pages: [recognizedPage('Third')] },
    ]);
    expect(read.markdown).toBe(
      '# a.txt\n\nFirst\n\n# b.png\n\nSecond\n\n# c.zip\n\n## d.png\n\nThird\n\n## e.txt\n\nLast',
    );
    expect(read.pages.map(({ number, ocr }) => [number, ocr])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ]);
    expect(read.pages).toHaveLength(begun.pages.length);
    expect([read.unreadPages, read.unreadParts, read.warnings]).toEqual([[], [], []]);
  });

  it('keep their pages without text, and are named with the reason', async () => {
    const { unreadParts } = await convert();
    const [first, second] = unreadParts.map(({ part }) => part);
    const { markdown, pages, warnings } = await convert([
      { part: first ?? 0, pages: [{ ...recognizedPage(''), lines: [] }] },
      { part: second ?? 0, pages: [], problem: 'The image is damaged.' },
    ]);
    expect(markdown).toBe('# a.txt\n\nFirst\n\n# c.zip\n\n## e.txt\n\nLast');
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(warnings.map(({ message }) => message)).toEqual([
      '"b.png" was not read: it has no text.',
      '"c.zip": "d.png" was not read: The image is damaged.',
    ]);
  });

  it('are recognized only if their pages are selected', async () => {
    expect(await convert(undefined, { pages: '1,3' })).toMatchObject({
      unreadPages: [3],
      unreadParts: [{ pages: [1] }],
    });
    expect((await convert(undefined, { pages: '1,4' })).unreadParts).toEqual([]);
  });

  it('are those of attachments too, but not the pictures that the body of a message displays', async () => {
    const attachment = { '3707001F': 'scan.png', '370E001F': 'image/png', '37010102': picture };
    const bytes = makeMsg({
      properties: { '0037001F': 'Scan', '1000001F': 'See below' },
      attachments: [{ properties: attachment }, { properties: { ...attachment, '3712001F': 'logo' } }],
    });
    const { unreadPages, unreadParts } = await convertDocument(bytes);
    expect([unreadPages, unreadParts.length]).toEqual([[2], 1]);
    const part = unreadParts[0]?.part ?? 0;
    const { markdown, pages } = await convertDocument(bytes, {
      recognizedParts: [{ part, pages: [recognizedPage('Invoice')] }],
    });
    expect(markdown).toMatch(/See below[\s\S]*\n\n## scan\.png\n\nInvoice$/);
    expect(pages.map(({ ocr }) => ocr)).toEqual([false, true]);
  });

  it('beyond a number are left out of the pages, with a warning that names them', async () => {
    const begun = await convert(undefined, { nestedScansMax: 1 });
    expect(begun.unreadPages).toEqual([2]);
    const part = begun.unreadParts[0]?.part ?? 0;
    const read = await convert([{ part, pages: [recognizedPage('Second')] }], { nestedScansMax: 1 });
    expect(read.pages.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(read.unreadPages).toEqual([]);
    expect(read.warnings.map(({ message }) => message)).toEqual([
      'there are too many scanned pages for one request: 3 were left out; select them with `pages`',
    ]);
  });

  it('are left out without recognition, and an archive of nothing else is refused', async () => {
    const { unreadPages, pages, warnings } = await convert(undefined, { ocr: 'never' });
    expect([unreadPages, pages.length, warnings.length]).toEqual([[], 2, 2]);
    const only = makeZip({ 'b.png': picture });
    expect((await convertDocument(only)).unreadPages).toEqual([1]);
    const part = (await convertDocument(only)).unreadParts[0]?.part ?? 0;
    await expect(
      convertDocument(only, { recognizedParts: [{ part, pages: [], problem: 'It is damaged.' }] }),
    ).rejects.toThrow('The archive has no file that can be read: "b.png" was not read: It is damaged.');
  });
});
