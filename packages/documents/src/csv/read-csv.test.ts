import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

describe('convertDocument of CSV', () => {
  it.each([
    [
      'quoted fields',
      'a,b,c\r\n1,"x, ""y""\r\nz",3\r\n',
      [
        ['a', 'b', 'c'],
        ['1', 'x, "y" z', '3'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1;2,5\n3;4,5\n',
      [
        ['a', 'b'],
        ['1', '2,5'],
        ['3', '4,5'],
      ],
    ],
    [
      'rows of different lengths, and blank ones',
      'a,b,c\n1,2,3\n\n4,5\n6,7,8\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['4', '5'],
        ['6', '7', '8'],
      ],
    ],
    [
      'an empty first name',
      ',a,b\n0,x,1\n1,y,2\n',
      [
        ['', 'a', 'b'],
        ['0', 'x', '1'],
        ['1', 'y', '2'],
      ],
    ],
  ])('reads %s', async (_, text, rows) => {
    const { tables, format } = await convertDocument(Buffer.from(text));
    expect(format).toBe('csv');
    expect(tables[0]?.rows).toEqual(rows);
  });

  it('reads other charsets', async () => {
    const text = 'Ort;Straße\nKöln;Große Allee\nMünchen;Käsgasse\n';
    for (const charset of ['latin1', 'utf8'] as const)
      expect((await convertDocument(Buffer.from(text, charset))).markdown).toContain(
        '| Köln | Große Allee |',
      );
    expect((await convertDocument(Buffer.from(`\ufeff${text}`, 'utf16le'))).markdown).toContain('| Köln |');
  });

  it('writes as many rows as a long file has', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `${index},"text ${index}"`);
    const { tables } = await convertDocument(Buffer.from(`id,name\n${rows.join('\n')}`));
    expect(tables[0]?.rows).toHaveLength(20_001);
    expect(tables[0]?.rows.at(-1)).toEqual(['19999', 'text 19999']);
  });

  it('rejects a table of a million cells', async () => {
    await expect(convertDocument(Buffer.from(`a,b\n${'1,2\n'.repeat(500_000)}`))).rejects.toMatchObject({
      code: 'too_complex',
    });
  });
});
