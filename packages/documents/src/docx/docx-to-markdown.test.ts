import { docxParagraph, makeDocx } from '@quern/testing/documents/make-documents';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../convert-document.ts';
import { readDocument } from '../read-document.ts';

const styled = (text: string, style: string) => docxParagraph(text, `<w:pStyle w:val="${style}"/>`);
const listed = (text: string, id: number, depth = 0) =>
  docxParagraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`);
const style = (id: string, name: string, rest = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;
const level = (depth: number, format: string, start = 1) =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/></w:lvl>`;
const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${docxParagraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

const numbering =
  `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/>' +
  '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>';

async function markdownOf(body: string, parts: Record<string, string> = {}): Promise<string> {
  return (await convertDocument(makeDocx(body, '', parts))).markdown;
}

describe('convertDocument of a DOCX', () => {
  it('finds headings by the names of localized styles, their outline levels, and those they are based on', async () => {
    const styles =
      style('Titel', 'Title') +
      style('berschrift1', 'heading 1') +
      style('Kapitel', 'Kapitel', '<w:basedOn w:val="berschrift1"/>') +
      style('Teil', 'Teil', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
      style('Kreis', 'Kreis', '<w:basedOn w:val="Kreis"/>') +
      style(
        'Verzeichnis',
        'Verzeichnis',
        '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>',
      );
    const body =
      styled('Die Mühle', 'Titel') +
      styled('Bau', 'berschrift1') +
      styled('Dach', 'Kapitel') +
      styled('Rad', 'Teil') +
      docxParagraph('Achse', '<w:outlineLvl w:val="2"/>') +
      styled('Text', 'Kreis') +
      styled('Inhalt', 'Verzeichnis');
    const document = await convertDocument(makeDocx(body, 'Microsoft Word - muehle.doc', { styles }));
    expect(document.markdown).toBe(
      '# Die Mühle\n\n## Bau\n\n## Dach\n\n### Rad\n\n#### Achse\n\nText\n\nInhalt',
    );
    expect(document.title).toBe('Die Mühle');
  });

  it('takes the first heading for the title of a document that has none', async () => {
    const body = docxParagraph('Dear miller,') + styled('Invoice', 'Heading1');
    expect((await convertDocument(makeDocx(body))).title).toBe('Invoice');
    expect((await convertDocument(makeDocx(body, 'About mills'))).title).toBe('About mills');
  });

  it('nests lists and continues their numbers after other text', async () => {
    const body =
      listed('one', 1) +
      listed('inner', 1, 1) +
      listed('two', 1) +
      docxParagraph('Meanwhile.') +
      listed('three', 1) +
      listed('five', 2) +
      docxParagraph('Removed.', '<w:numPr><w:numId w:val="0"/></w:numPr>');
    expect(await markdownOf(body, { numbering })).toBe(
      '1. one\n   - inner\n2. two\n\nMeanwhile.\n\n3. three\n5. five\n\nRemoved.',
    );
    expect((await readDocument(makeDocx(body, '', { numbering }))).text).toBe(
      '- one\n- inner\n- two\n\nMeanwhile.\n\n- three\n- five\n\nRemoved.',
    );
  });

  it('finds list items by their styles', async () => {
    const styles =
      style('Punkt', 'List Bullet') +
      style('Punkt2', 'List Bullet 2') +
      style('Nummer', 'List Number') +
      style('Eigen', 'Eigen', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>');
    const body =
      styled('a', 'Punkt') +
      styled('b', 'Punkt2') +
      docxParagraph('.') +
      styled('c', 'Nummer') +
      styled('d', 'Nummer') +
      docxParagraph('.') +
      styled('e', 'Eigen');
    expect(await markdownOf(body, { styles, numbering })).toBe('- a\n  - b\n\n.\n\n1. c\n2. d\n\n.\n\n1. e');
  });

  it('repeats merged cells in the table, except the only cell of a row, and writes them once in a row of the text', async () => {
    const table = `<w:tbl>${
      row(cell('Harvest', '<w:gridSpan w:val="3"/>')) +
      row(cell('year', '<w:vMerge w:val="restart"/>'), cell('grain', '<w:gridSpan w:val="2"/>')) +
      row(cell('', '<w:vMerge/>'), cell('rye | oats'), cell('20'))
    }</w:tbl>`;
    expect(await markdownOf(table)).toBe(
      '| Harvest | | |\n| --- | --- | --- |\n| year | grain | grain |\n| year | rye \\| oats | 20 |',
    );
    expect((await readDocument(makeDocx(table))).text).toBe('Harvest\nyear | grain\nyear | rye | oats | 20');
  });

  it('writes a table of one cell, which is a frame, as a paragraph', async () => {
    expect(await markdownOf(`<w:tbl>${row(cell('Note: mind the step.'))}</w:tbl>`)).toBe(
      'Note: mind the step.',
    );
  });

  it('does not repeat merged cells more than the length of the document', async () => {
    const wide = row(cell('x'.repeat(500), '<w:gridSpan w:val="63"/>'), cell('y'));
    const body = `<w:tbl>${wide.repeat(2000)}</w:tbl>`;
    expect((await markdownOf(body)).length).toBeLessThan(3 * body.length);
  });
});
