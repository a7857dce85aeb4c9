import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toXlsx } from './to-xlsx.ts';

const read = (bytes: Uint8Array) =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
const sheetOf = (...rows: (string | number | undefined)[][]): string =>
  read(toXlsx('Sheet', [rows])).get('xl/worksheets/sheet1.xml') ?? '';

describe('an Excel workbook', () => {
  it('has a sheet per table, each named in the list of sheets', () => {
    const files = read(toXlsx('Bread & <salt>', [[['a']], [['b']]]));
    expect([...files.keys()].filter((name) => name.includes('sheet'))).toEqual([
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ]);
    expect(files.get('xl/workbook.xml')).toContain('name="Bread &amp; &lt;salt&gt; 2" sheetId="2"');
    expect(files.get('xl/_rels/workbook.xml.rels')).toContain('Target="worksheets/sheet2.xml"');
    expect(files.get('[Content_Types].xml')).toContain('PartName="/xl/worksheets/sheet2.xml"');
  });

  it('has numbers as numbers, and formulas as texts', () => {
    expect(sheetOf(['=1+1', 0.5, undefined, '007'])).toContain(
      '<row><c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c><v>0.5</v></c><c/><c t="inlineStr"><is><t xml:space="preserve">007</t></is></c></row>',
    );
  });

  it('leaves out what XML does not allow, and cuts what Excel does not accept', () => {
    expect(sheetOf(['a\u0000\u000bb\ud800c\n'])).toContain('>ab\ufffdc\n<');
    expect(sheetOf(['x'.repeat(40_000)])).toContain(`>${'x'.repeat(32_767)}<`);
  });

  it('is read from right to left if its texts are', () => {
    expect(sheetOf(['1', 'کالا', 'Acme'])).toContain('rightToLeft="1"');
    expect(sheetOf(['1', 'Acme', 'کالا'])).not.toContain('rightToLeft');
  });
});
