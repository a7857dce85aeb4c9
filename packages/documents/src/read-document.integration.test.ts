import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  assemblePdf,
  docxParagraph,
  makeDocx,
  makePdf,
  makeZip,
  pdfStream,
} from '@quern/testing/documents/make-documents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentError } from './errors/document-error.ts';
import { readDocument } from './read-document.ts';

const documents = '../shared/data/docs';

/** The code of the error, or 'read' for a document that was read. */
async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    await readDocument(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}

const lines = (texts: readonly string[], top: number) =>
  texts.map((text, index) => ({ text, y: top - index * 14 }));

describe('readDocument of a PDF', () => {
  it('reads paragraphs, joins hyphenated words and removes running headers and page numbers', async () => {
    const page = (number: number, body: readonly string[]) => [
      { text: `Yearbook ${number}`, y: 800, size: 9 },
      ...lines(body, 740),
      { text: String(number), x: 290, y: 40, size: 9 },
    ];
    const pdf = makePdf(
      [
        page(1, ['The mill stands at the river and grinds the wheat of the whole val-', 'ley. It is old.']),
        page(2, ['A second page tells of the miller, who rises before the sun and he', 'sings.']),
        page(3, ['The third page is short.']),
      ],
      'Mills (of the valley)',
    );
    expect(await readDocument(pdf)).toMatchObject({
      text:
        'The mill stands at the river and grinds the wheat of the whole valley. It is old.\n\n' +
        'A second page tells of the miller, who rises before the sun and he sings.\n\nThe third page is short.',
      format: 'pdf',
      title: 'Mills (of the valley)',
      pageCount: 3,
    });
  });

  it('keeps the text of identical pages', async () => {
    const label = [{ text: 'Fragile glass', y: 400 }];
    expect((await readDocument(makePdf([label, label, label, label]))).text).toContain('Fragile glass');
  });

  it('finds the header anywhere in the first 1024 bytes', async () => {
    const pdf = makePdf([[{ text: 'Hello there.', y: 700 }]]);
    expect(await outcomeOf(Buffer.concat([Buffer.from('\r\n'.repeat(100)), pdf]))).toBe('read');
  });

  it('rejects a page that shows nothing', async () => {
    await expect(readDocument(makePdf([[]]))).rejects.toThrow('The document has no text.');
    expect(await outcomeOf(makePdf([[]]))).toBe('empty');
  });

  it('rejects a stream that unpacks to gigabytes', async () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(400_000_000, ' ')));
    const pdf = assemblePdf([
      Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
      Buffer.from('<< /Type /Pages /Kids [4 0 R] /Count 1 >>'),
      pdfStream(bomb, '/Filter [/FlateDecode /FlateDecode]'),
      Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R >>'),
    ]);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await outcomeOf(pdf)).toBe('too_complex');
  });

  it('returns text or throws DocumentError for any truncated or damaged file', async () => {
    const pdf = makePdf([lines(['One line of text.', 'Another line of text.'], 700)]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(pdf.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        async (at, byte, cut) => {
          const damaged = Buffer.from(cut ? pdf.subarray(0, at) : pdf);
          if (!cut) damaged[at] = byte;
          expect(['read', 'unreadable', 'too_complex', 'empty', 'encrypted', 'unsupported']).toContain(
            await outcomeOf(damaged),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("throws the signal's reason when aborted", async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readDocument(makePdf([[{ text: 'Hi.', y: 700 }]]), { signal })).rejects.toThrow('enough');
  });
});

describe('readDocument of a DOCX', () => {
  it('returns headings, list items and table rows as lines, without deleted text', async () => {
    const item = '<w:numPr><w:numId w:val="1"/></w:numPr>';
    const cell = (text: string) => `<w:tc>${docxParagraph(text)}</w:tc>`;
    const docx = makeDocx(
      docxParagraph('Mills', '<w:pStyle w:val="Heading1"/>') +
        '<w:p><w:r><w:t xml:space="preserve">Wheat &amp; </w:t></w:r><w:r><w:t>rye</w:t><w:tab/><w:t>2026</w:t></w:r>' +
        '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>' +
        docxParagraph('first', item) +
        docxParagraph('second', item) +
        `<w:tbl><w:tr>${cell('grain')}${cell('kg')}</w:tr><w:tr>${cell('rye')}${cell('20')}</w:tr></w:tbl>`,
      'About mills',
    );
    expect(await readDocument(docx)).toMatchObject({
      text: 'Mills\n\nWheat & rye\t2026\n\n- first\n- second\n\ngrain | kg\nrye | 20',
      format: 'docx',
      title: 'About mills',
    });
  });

  it('rejects a ZIP bomb, excessive nesting, broken XML and custom entities', async () => {
    expect(await outcomeOf(makeDocx(docxParagraph('a'.repeat(200_000_000))))).toBe('too_complex');
    expect(await outcomeOf(makeDocx('<w:sdt>'.repeat(100_000)))).toBe('too_complex');
    expect(await outcomeOf(makeDocx('<w:p><w:r>'))).toBe('unreadable');
    const entities =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:document>&b;</w:document>';
    expect(await outcomeOf(makeZip({ 'word/document.xml': entities }))).toBe('unreadable');
  });

  it('returns text or throws DocumentError for any truncated or damaged file', async () => {
    const docx = makeDocx(docxParagraph('Some text that stands in a document.'));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(docx.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        async (at, byte, cut) => {
          const damaged = Buffer.from(cut ? docx.subarray(0, at) : docx);
          if (!cut) damaged[at] = byte;
          expect(['read', 'unreadable', 'too_complex', 'empty', 'encrypted', 'unsupported']).toContain(
            await outcomeOf(damaged),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('readDocument of other files', () => {
  const german = 'Grüße aus Köln: Äpfel, Öl und Straßenbahnen für alle Schüler der Universität.';

  it.each([
    ['UTF-8', Buffer.from(german)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${german}`)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['UTF-16LE without one', Buffer.from(german, 'utf16le')],
    ['UTF-16BE without one', Buffer.from(german, 'utf16le').swap16()],
    ['ISO 8859-1', Buffer.from(german, 'latin1')],
  ])('decodes %s', async (_, bytes) => {
    expect(await readDocument(bytes)).toMatchObject({ text: german, format: 'txt', title: '' });
  });

  it.each([
    ['empty', new Uint8Array()],
    ['empty', Buffer.from(' \n\t ')],
    ['unsupported', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0])],
    ['unsupported', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919 * 31) % 251))],
    ['empty', Buffer.from('{\\rtf1\\ansi }')],
    ['empty', makeZip({ 'xl/workbook.xml': '<x/>' })],
    ['empty', makeZip({ 'notes.txt': ' ' })],
    ['unreadable', Buffer.from('PK\x03\x04 and nothing more')],
    ['unreadable', Buffer.from('%PDF-1.7\nand nothing more')],
    ['unreadable', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
  ])('throws %s for file %#', async (code, bytes) => {
    expect(await outcomeOf(bytes)).toBe(code);
  });

  it('returns text or throws DocumentError for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect(['read', 'empty', 'unsupported', 'unreadable']).toContain(await outcomeOf(bytes));
      }),
    );
  });
});

describe.skipIf(!existsSync(documents))('readDocument on real files (needs ../shared)', () => {
  const groundTruth = globSync(`${documents}/docling/tests/data/{pdf,docx}/groundtruth/*.md`);
  const wordsOf = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const withoutMarks = (markdown: string) =>
    markdown.replace(/<!--.*?-->|!\[.*?\]\(.*?\)/g, ' ').replace(/&\w+;/g, ' ');

  function wordF1(actual: string, expected: string): number {
    const counts = new Map<string, number>();
    for (const word of wordsOf(actual)) counts.set(word, (counts.get(word) ?? 0) + 1);
    let shared = 0;
    for (const word of wordsOf(expected)) {
      const count = counts.get(word) ?? 0;
      if (count > 0) shared++;
      counts.set(word, count - 1);
    }
    return (2 * shared) / (wordsOf(actual).length + wordsOf(expected).length);
  }

  it.each([
    ['pdf', 0.93],
    ['docx', 0.92],
  ])('reads the words of the %s files (mean F1)', async (format, least) => {
    const scores: number[] = [];
    for (const path of groundTruth.filter((file) => file.includes(`/${format}/`))) {
      const file = path.replace('/groundtruth/', '/sources/').replace(/(?:\.docx)?\.md$/, `.${format}`);
      if (!existsSync(file)) continue;
      const { text } = await readDocument(readFileSync(file));
      scores.push(wordF1(text, withoutMarks(readFileSync(path, 'utf8'))));
    }
    expect(scores.length).toBeGreaterThan(5);
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThan(least);
  });

  it.each(
    globSync(`${documents}/**/*.{pdf,docx,doc,xls,xlsx,ppt,zip}`).map(
      (path) => [basename(path), path] as const,
    ),
  )('returns text or throws DocumentError for %s', async (name, path) => {
    const outcome = await outcomeOf(readFileSync(path));
    expect(['read', 'empty', 'encrypted', 'unsupported']).toContain(outcome);
    if (/password.*\.(?:docx|pdf)$/.test(name) && !name.includes('plain')) expect(outcome).toBe('encrypted');
  });
});
