import { docxParagraph, makeDocx, makePdf, makeZip } from '@quern/testing/documents/make-documents';
import { makeXls } from '@quern/testing/documents/make-xls';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const convert = (files: Record<string, string | Buffer>, pages?: string) =>
  convertDocument(makeZip(files), { pages });

describe('convertDocument of a ZIP archive', () => {
  it('reads each file under its name, with its headings below', async () => {
    const { markdown, format, pages, warnings } = await convert({
      'letters/one.md': '# Mill\n\nText.[^1]\n\n[^1]: First note.',
      'two.html': '<h1>Two</h1><p>Text</p>',
    });
    expect(format).toBe('zip');
    expect(markdown).toBe(
      '# letters/one.md\n\n## Mill\n\nText.[^p1-1]\n\n[^p1-1]: First note.\n\n# two.html\n\n## Two\n\nText',
    );
    expect(pages.map(({ number }) => number)).toEqual([1, 2]);
    expect(warnings).toEqual([]);
  });

  it('numbers the pages of all files on, and selects them', async () => {
    const pdf = makePdf([[{ text: 'First page', y: 700 }], [{ text: 'Second page', y: 700 }]], 'Title');
    const files = { 'a.txt': 'Plain text.', 'b.pdf': pdf, 'c.docx': makeDocx(docxParagraph('Last')) };
    const all = await convert(files);
    expect(all.pages.map(({ number, width }) => [number, width !== undefined])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ]);
    expect(all.metadata).toMatchObject({ title: '' });
    const selected = await convert(files, '3-4');
    expect(selected.markdown).toBe('Second page\n\n# c.docx\n\nLast');
    await expect(convert(files, '5')).rejects.toMatchObject({ code: 'invalid_pages' });
  });

  it('reads archives and messages inside of it up to three levels deep', async () => {
    const eml = (boundary: string, name: string, content: Buffer) =>
      Buffer.from(
        [
          ...['From: a@x.example', 'To: b@x.example', 'Subject: Mail', 'MIME-Version: 1.0'],
          ...[`Content-Type: multipart/mixed; boundary=${boundary}`, '', `--${boundary}`, '', 'Body'],
          ...[`--${boundary}`, `Content-Disposition: attachment; filename="${name}"`],
          ...['Content-Transfer-Encoding: base64', '', content.toString('base64'), `--${boundary}--`],
        ].join('\r\n'),
      );
    const level3 = makeZip({ 'deep.txt': 'Not read', 'sheet.xls': makeXls([]) });
    const level2 = eml('b', 'level3.zip', makeZip({ 'third.txt': 'Third level', 'level4.zip': level3 }));
    const { markdown, warnings } = await convert({ 'level1.zip': makeZip({ 'level2.eml': level2 }) });
    expect(markdown).toContain('# level1.zip\n\n## level2.eml\n\n### Mail');
    expect(markdown).not.toContain('Third level');
    expect(warnings.map(({ message }) => message).join()).toMatch(/"third\.txt" was not read.*3 archives/);
  });

  it('names files that it cannot read, and leaves out those that programs add', async () => {
    const { markdown, warnings } = await convert({
      'good.txt': 'Good',
      'bad.docx': makeDocx(docxParagraph('x')).subarray(0, 300),
      'clip.mp4': Buffer.from('00000018667479706d70343200000000', 'hex'),
      '__MACOSX/._good.txt': 'junk',
      'folder/': '',
    });
    expect(markdown).toBe('# good.txt\n\nGood');
    expect(warnings.map(({ code }) => code)).toEqual(['part_not_read', 'part_not_read']);
    expect(warnings[0]?.message).toContain('"bad.docx"');
    expect(warnings[1]?.message).toContain('"clip.mp4"');
  });

  it('rejects archives without a file that can be read, and packages of other programs', async () => {
    await expect(convert({ 'folder/': '' })).rejects.toMatchObject({ code: 'empty' });
    await expect(convert({ 'a.bin': Buffer.from([0, 1, 2, 3]) })).rejects.toMatchObject({ code: 'empty' });
    await expect(convert({ '[Content_Types].xml': '<Types/>', 'visio/a.xml': '<a/>' })).rejects.toMatchObject(
      {
        code: 'unsupported',
      },
    );
  });

  it('leaves out files beyond a number and a size, with warnings', async () => {
    const many = Object.fromEntries(Array.from({ length: 1010 }, (_, index) => [`${index}.txt`, 'a']));
    const { pages, warnings } = await convert(many);
    expect(pages).toHaveLength(1000);
    expect(warnings).toHaveLength(10);
    const large = { 'small.txt': 'small', 'zeros.txt': Buffer.alloc(40 * 1024 * 1024, 32) };
    const limited = await convert(large);
    expect(limited.markdown).toBe('# small.txt\n\nsmall');
    expect(limited.warnings[0]?.message).toContain('zeros.txt');
  });
});
