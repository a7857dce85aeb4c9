import { makeZip } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';

const names = ['office', 'text', 'table', 'draw', 'style', 'presentation'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
);
const namespaces =
  `${names.join(' ')} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" ` +
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';

function odf(kind: 'text' | 'spreadsheet' | 'presentation', body: string, styles = '', parts = {}): Buffer {
  return makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml':
      `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles>` +
      `<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...parts,
  });
}

const markdownOf = async (...input: Parameters<typeof odf>) =>
  (await convertDocument(odf(...input))).markdown;
const style = (name: string, family: string, rest: string, attributes = '') =>
  `<style:style style:name="${name}" style:family="${family}" ${attributes}>${rest}</style:style>`;
const paragraph = (text: string, name = '') => `<text:p text:style-name="${name}">${text}</text:p>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;

describe('convertDocument of an ODT', () => {
  it('reads headings, emphasis, links, notes, code and quotations', async () => {
    const styles =
      style('B', 'text', '<style:text-properties fo:font-weight="bold"/>') +
      style('P1', 'paragraph', '', 'style:parent-style-name="Preformatted_20_Text"');
    const body =
      '<text:h text:outline-level="1">Mills</text:h>' +
      paragraph(
        'A <text:span text:style-name="B">bold</text:span> <text:a xlink:href="https://quern.dev">link</text:a>' +
          '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note.</text:p></text:note-body></text:note>.',
      ) +
      paragraph('a {<text:line-break/><text:s text:c="2"/>b', 'P1') +
      paragraph('}', 'P1') +
      paragraph('Said.', 'Quotations') +
      '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>' +
      '<text:table-of-content><text:index-body><text:p>Mills 1</text:p></text:index-body></text:table-of-content>';
    expect(await markdownOf('text', body, styles)).toBe(
      '# Mills\n\nA **bold** [link](https://quern.dev)[^1].\n\n```\na {\n  b\n}\n```\n\n> Said.\n\n[^1]: Note.',
    );
  });

  it('numbers lists as their styles state, continues them, and keeps further paragraphs in their items', async () => {
    const number = (level: number, format: string) =>
      `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-suffix=")"/>`;
    const styles = `<text:list-style style:name="L">${number(1, '1')}${number(2, 'a')}</text:list-style>`;
    const item = (...content: string[]) => `<text:list-item>${content.join('')}</text:list-item>`;
    const list = (content: string, attributes = '') =>
      `<text:list text:style-name="L" ${attributes}>${content}</text:list>`;
    const body =
      list(
        item(paragraph('one'), paragraph('more'), list(item(paragraph('inner')))) + item(paragraph('two')),
        'xml:id="x"',
      ) +
      paragraph('Meanwhile.') +
      list(item(paragraph('three')), 'text:continue-list="x"') +
      list(item(paragraph('new')));
    expect(await markdownOf('text', body, styles)).toBe(
      '1. one\n\n   more\n   1. inner\n\n2. two\n\nMeanwhile.\n\n3. three\n\n1) new',
    );
  });

  it('writes formulas as TeX and describes images', async () => {
    const math =
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><msqrt><mn>2</mn></msqrt></mfrac></math>';
    const frame = (content: string) => `<draw:frame>${content}</draw:frame>`;
    const body =
      paragraph(`So ${frame('<draw:object xlink:href="./Object 1"/>')} holds.`) +
      paragraph(frame('<draw:image/><svg:desc>A mill</svg:desc>')) +
      paragraph(frame('<draw:text-box><text:p>Boxed.</text:p></draw:text-box>'));
    expect(await markdownOf('text', body, '', { 'Object 1/content.xml': math })).toBe(
      'So $\\frac{a}{\\sqrt{2}}$ holds.\n\n![A mill]()\n\nBoxed.',
    );
  });

  it('reports pictures without a description', async () => {
    const frame = (content: string, attributes = '') => `<draw:frame ${attributes}>${content}</draw:frame>`;
    const body =
      paragraph('Text.') +
      paragraph(frame('<draw:image xlink:href="Pictures/1.png"/><svg:desc>A mill</svg:desc>')) +
      paragraph(frame('<draw:image xlink:href="Pictures/2.png"/>', 'loext:decorative="true"')) +
      paragraph(frame('<draw:image xlink:href="Pictures/3.png"/>'));
    const { markdown, warnings } = await convertDocument(odf('text', body));
    expect(markdown).toBe('Text.\n\n![A mill]()');
    expect(warnings).toEqual([
      { code: 'pictures_left_out', message: '1 picture without a description was left out' },
    ]);
  });

  it('reports encrypted files', async () => {
    const manifest =
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    await expect(
      convertDocument(odf('text', '', '', { 'META-INF/manifest.xml': manifest })),
    ).rejects.toMatchObject({ code: 'encrypted' });
  });
});

describe('convertDocument of an ODS', () => {
  const sheet = (name: string, rows: string, attributes = '') =>
    `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`;

  it('reads a section per sheet with values as displayed, merged cells and repeated cells', async () => {
    const rows =
      row(`${cell('Harvest', 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell('kg')}`) +
      row(
        '<table:table-cell/><table:table-cell office:value-type="percentage" office:value="0.125"/>' +
          cell('7', 'table:number-columns-repeated="2"') +
          '<table:table-cell table:number-columns-repeated="16000"/>',
      ) +
      row(
        '<table:table-cell table:number-columns-repeated="16384"/>',
        'table:number-rows-repeated="1048000"',
      ) +
      row(cell('below'));
    const document = await convertDocument(odf('spreadsheet', sheet('Rye', rows)));
    expect(document.markdown).toBe(
      '## Rye\n\n| Harvest | Harvest | kg | |\n| --- | --- | --- | --- |\n| | 12.5% | 7 | 7 |\n\nbelow',
    );
    expect(document.pages).toMatchObject([{ number: 1 }]);
  });

  it('leaves out hidden sheets with a warning, and reads the selected ones', async () => {
    const styles = style('H', 'table', '<style:table-properties table:display="false"/>');
    const body =
      sheet('A', row(cell('a'))) +
      sheet('Secret', row(cell('s')), 'table:style-name="H"') +
      sheet('C', row(cell('c')));
    const bytes = odf('spreadsheet', body, styles);
    const document = await convertDocument(bytes);
    expect(document.markdown).toBe('## A\n\na\n\n## C\n\nc');
    expect(document.warnings).toMatchObject([{ code: 'hidden_sheet' }]);
    expect((await convertDocument(bytes, { pages: '3' })).markdown).toBe('## C\n\nc');
  });

  it('bounds cells that are repeated two billion times', async () => {
    const wide = cell('x', 'table:number-columns-repeated="2147483647"');
    const body = sheet('A', row(wide, 'table:number-rows-repeated="2147483647"').repeat(100));
    expect((await markdownOf('spreadsheet', body)).length).toBeLessThan(2_000_000);
    const spans = row(cell('x', 'table:number-columns-spanned="1000"')).repeat(20_000);
    await expect(markdownOf('spreadsheet', sheet('A', spans))).rejects.toMatchObject({ code: 'too_complex' });
  });
});

describe('convertDocument of an ODP', () => {
  it('reads a page per slide: title, text and notes', async () => {
    const frame = (kind: string, text: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box>${text}</draw:text-box></draw:frame>`;
    const list = '<text:list><text:list-item><text:p>point</text:p></text:list-item></text:list>';
    const body =
      `<draw:page>${frame('title', paragraph('Mills'))}${frame('subtitle', paragraph('Wind'))}</draw:page>` +
      `<draw:page>${frame('outline', list)}${frame('title', paragraph('Sails'))}${frame('footer', paragraph('f'))}` +
      `<presentation:notes>${frame('notes', paragraph('Speak.'))}</presentation:notes></draw:page>`;
    const document = await convertDocument(odf('presentation', body));
    expect(document.markdown).toBe('# Mills\n\nWind\n\n## Sails\n\n- point\n\n> Speak.');
    expect(document.pages.map(({ number }) => number)).toEqual([1, 2]);
  });
});
