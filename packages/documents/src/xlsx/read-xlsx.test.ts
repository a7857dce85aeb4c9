import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

interface WorkbookParts {
  readonly strings?: string;
  readonly formats?: readonly string[];
  readonly properties?: string;
  readonly relations?: string;
  readonly names?: readonly string[];
}

/** Makes a workbook of sheets, each given by what follows `<worksheet>`; formats are those of the styles from 1. */
function makeXlsx(sheets: readonly string[], parts: WorkbookParts = {}): Buffer {
  const entries = sheets.map((_, index) => parts.names?.[index] ?? `name="Sheet ${index + 1}"`);
  const formats = parts.formats ?? [];
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  return makeZip({
    'xl/workbook.xml': `<workbook><workbookPr ${parts.properties ?? ''}/><sheets>${entries.map((entry, index) => `<sheet ${entry} r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/sheet${index}.xml`)).join('')}${relation('t', 'sharedStrings', 'strings.xml')}${relation('u', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/strings.xml': `<sst>${parts.strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index}.xml`, `<worksheet>${sheet}</worksheet>`]),
    ),
    'xl/worksheets/_rels/sheet0.xml.rels': `<Relationships>${parts.relations ?? ''}</Relationships>`,
  });
}

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const value = (place: string, number: number, style = 0) =>
  `<c r="${place}" s="${style}"><v>${number}</v></c>`;
const sheet = (rows: readonly string[], rest = '') => `<sheetData>${rows.join('')}</sheetData>${rest}`;
const row = (index: number, cells: string, attributes = '') =>
  `<row r="${index}" ${attributes}>${cells}</row>`;

describe('convertDocument of a workbook', () => {
  it('computes formulas that have no stored result, and names those that it cannot compute', async () => {
    const formula = (place: string, code: string, attributes = '', style = 0) =>
      `<c r="${place}" s="${style}"><f ${attributes}>${code}</f><v/></c>`;
    const rows = [
      row(1, text('A1', 'Item') + text('B1', 'Price') + text('C1', 'Gross')),
      row(
        2,
        text('A2', 'Rye') +
          value('B2', 2) +
          formula('C2', 'B2*Rates!$A$1', 't="shared" ref="C2:C3" si="0"', 1),
      ),
      row(3, text('A3', 'Oats') + value('B3', 3) + formula('C3', '', 't="shared" si="0"', 1)),
      row(4, text('A4', 'Sum') + formula('B4', 'SUM(B2:B3)') + formula('C4', 'SUM(C2:C3)', '', 1)),
      row(6, formula('A6', 'TODAY()') + formula('B6', 'HYPERLINK("https://mill.example","Mill")')),
    ];
    const rates = sheet([row(1, value('A1', 1.19))]);
    const names = ['name="Bill"', 'name="Rates" state="hidden"'];
    const { markdown, warnings } = await convertDocument(
      makeXlsx([sheet(rows), rates], { formats: ['0.00'], names }),
    );
    expect(markdown).toBe(
      '## Bill\n\n| Item | Price | Gross |\n| --- | --- | --- |\n| Rye | 2 | 2.38 |\n| Oats | 3 | 3.57 |\n| Sum | 5 | 5.95 |\n\n[Mill](https://mill.example)',
    );
    expect(warnings.map(({ code }) => code)).toEqual(['hidden_sheets', 'formulas_not_computed']);
    expect(warnings[1]?.message).toContain('1 formula has no stored result and could not be computed');
    expect(warnings[1]?.message).toContain('Bill!A6');
  });

  it('writes each sheet as a section with its values as displayed', async () => {
    const xlsx = makeXlsx(
      [
        sheet([
          row(
            1,
            `<c r="A1" t="s"><v>0</v></c>${text('B1', 'When')}${text('C1', 'Share')}${text('D1', 'Done')}`,
          ),
          row(
            2,
            `<c r="A2" t="s"><v>1</v></c>${value('B2', 45000, 3)}${value('C2', 0.125, 1)}<c r="D2" t="b"><v>1</v></c>`,
          ),
          row(
            3,
            `<c r="A3" t="e"><v>#DIV/0!</v></c>${value('B3', 1.5, 2)}${value('C3', 1 / 3)}<c r="D3" t="str"><f>A1</f><v>so</v></c>`,
          ),
        ]),
        sheet([row(1, text('B2', 'Only a remark'))]),
      ],
      {
        strings:
          '<si><r><t>Na</t></r><r><rPr><b/></rPr><t>me</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>Rye_x000D_ | oats</t></si>',
        formats: ['0.0%', '[h]:mm'],
      },
    );
    const { markdown, pages, tables } = await convertDocument(xlsx);
    expect(markdown).toBe(
      [
        '## Sheet 1',
        '',
        '| Name | When | Share | Done |',
        '| --- | --- | --- | --- |',
        '| Rye \\| oats | 2023-03-15 | 12.5% | TRUE |',
        '| #DIV/0! | 36:00 | 0.333333333 | so |',
        '',
        '## Sheet 2',
        '',
        'Only a remark',
      ].join('\n'),
    );
    expect(pages.map(({ number }) => number)).toEqual([1, 2]);
    expect(tables[0]?.rows[1]).toEqual(['Rye | oats', '2023-03-15', '12.5%', 'TRUE']);
  });

  it('counts dates from 1904 in workbooks of that system', async () => {
    const rows = [row(1, text('A1', 'a') + text('B1', 'b')), row(2, value('A2', 43538, 1) + value('B2', 5))];
    const xlsx = makeXlsx([sheet(rows)], { properties: 'date1904="1"' });
    expect((await convertDocument(xlsx)).markdown).toContain('| 2023-03-15 | 5 |');
  });

  it.each([
    ['#,##0.00 [$€-407]', 1234.5, '1.234,50 €'],
    ['[Red]-0;[Blue](0)', -5, '(5)'],
    ['# ?/?', 1.5, '1 1/2'],
    ['0.00E+00', 12345, '1.23E+04'],
    ['d. mmm yyyy', 60, '29. Feb 1900'],
    ['[&gt;100]&quot;big&quot;;&quot;small&quot;', 5, 'small'],
    ['&quot;unclosed', 7, '7'],
  ])('writes a number with the format %s', async (format, number, expected) => {
    const rows = [
      row(1, text('A1', 'a') + text('B1', 'b')),
      row(2, text('A2', 'x') + value('B2', number, 1)),
    ];
    const { tables } = await convertDocument(makeXlsx([sheet(rows)], { formats: [format] }));
    expect(tables[0]?.rows[1]?.[1]).toBe(expected);
  });

  it('repeats merged cells, links cells, and skips hidden rows, columns and sheets', async () => {
    const rows = [
      row(1, text('A1', 'Use') + text('B1', 'House') + text('D1', 'secret')),
      row(2, text('B2', '2022') + text('C2', '2023')),
      row(3, text('A3', 'Heat') + value('B3', 412) + value('C3', 377) + value('D3', 1)),
      row(4, text('A4', 'hidden') + value('B4', 1), 'hidden="1"'),
      row(5, text('A5', 'Light') + value('B5', 58) + value('C5', 44)),
    ];
    const merges = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>';
    const xlsx = makeXlsx(
      [
        `<cols><col min="4" max="4" hidden="1"/></cols>${sheet(rows, `${merges}<hyperlinks><hyperlink ref="A3" r:id="h"/></hyperlinks>`)}`,
        sheet([row(1, text('A1', 'not shown'))]),
      ],
      {
        names: ['name="Energy"', 'name="Old" state="hidden"'],
        relations:
          '<Relationship Id="h" Type="x/hyperlink" Target="https://example.org/" TargetMode="External"/>',
      },
    );
    const { markdown, warnings } = await convertDocument(xlsx);
    expect(markdown.split('\n').slice(2)).toEqual([
      '| Use | House | House |',
      '| --- | --- | --- |',
      '| Use | 2022 | 2023 |',
      '| [Heat](https://example.org/) | 412 | 377 |',
      '| Light | 58 | 44 |',
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['hidden_sheets', 'hidden_cells']);
    expect((await convertDocument(xlsx, { pages: '2' })).markdown).toContain('not shown');
  });

  it('splits tables at empty rows and columns, but not a table that skips a row', async () => {
    const table = (top: number, left: string, right: string) => [
      row(top, text(`${left}${top}`, 'Name') + text(`${right}${top}`, 'Sum')),
      row(top + 1, text(`${left}${top + 1}`, 'x') + value(`${right}${top + 1}`, 1)),
      row(top + 2, text(`${left}${top + 2}`, 'y') + value(`${right}${top + 2}`, 2)),
    ];
    const title = row(1, text('A1', 'Report'));
    const total = row(7, text('A7', 'total') + value('B7', 3));
    const { tables, markdown } = await convertDocument(
      makeXlsx([sheet([title, ...table(3, 'A', 'B'), total, ...table(10, 'A', 'B')])]),
    );
    expect(markdown).toContain('\n\nReport\n\n');
    expect(tables.map(({ rows }) => rows.length)).toEqual([4, 3]);
    const [header, first, second] = table(1, 'A', 'B');
    const merged = [header, first, second].map((line, index) =>
      (line ?? '').replace(
        '</row>',
        `${text(`D${index + 1}`, index === 0 ? 'Other' : 'z')}${index === 0 ? text('E1', 'Count') : value(`E${index + 1}`, 9)}</row>`,
      ),
    );
    const side = await convertDocument(makeXlsx([sheet(merged)]));
    expect(side.tables.map(({ rows }) => rows[0])).toEqual([
      ['Name', 'Sum'],
      ['Other', 'Count'],
    ]);
  });

  it('reads cells at the corners of the largest sheet', async () => {
    const rows = [row(1, text('A1', 'first')), row(1_048_576, text('XFD1048576', 'last'))];
    expect((await convertDocument(makeXlsx([sheet(rows)]))).markdown).toContain('first\n\nlast');
  });

  it.each([
    [
      'a string that many cells repeat',
      sheet(
        Array.from({ length: 9000 }, (_, index) => row(index + 1, `<c r="A${index + 1}" t="s"><v>0</v></c>`)),
      ),
      'a'.repeat(100_000),
    ],
    [
      'empty cells that unpack to a multiple of the file',
      `<sheetData><row>${'<c r="A1"/>'.repeat(3_000_000)}</row></sheetData>`,
      '',
    ],
    [
      'a sparse grid of huge extents',
      sheet(
        Array.from({ length: 6000 }, (_, index) =>
          row(index + 1, `<c><v>1</v></c><c r="${columnName(index)}${index + 1}"><v>1</v></c>`),
        ),
      ),
      '',
    ],
    ['deep nesting', '<a>'.repeat(5000), ''],
  ])('rejects %s', async (_, xml, string) => {
    const xlsx = makeXlsx([xml], { strings: `<si><t>${string}</t></si>` });
    await expect(convertDocument(xlsx)).rejects.toMatchObject({ name: 'DocumentError', code: 'too_complex' });
  });

  it('does not expand entities', async () => {
    const xlsx = makeXlsx([sheet([row(1, text('A1', '&big;'))])]);
    await expect(convertDocument(xlsx)).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('fills merged ranges that cover everything only up to a limit', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) =>
      row(index + 1, text(`A${index + 1}`, 'a') + text(`CA${index + 1}`, 'b')),
    );
    const merges = `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>`;
    const { markdown } = await convertDocument(makeXlsx([sheet(rows, merges)]));
    expect(markdown.length).toBeLessThan(2_000_000);
  });
});

/** The name of a column from 0, beyond the first. */
function columnName(index: number): string {
  const column = index + 1;
  const last = String.fromCharCode(65 + (column % 26));
  const rest = Math.floor(column / 26);
  return rest === 0 ? last : columnName(rest - 2) + last;
}
