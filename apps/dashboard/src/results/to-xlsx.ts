import { strToU8, zipSync } from 'fflate';
import { firstLetterDirection } from '../components/language-direction.ts';
import type { Sheet } from './result-exports.ts';

/** The most that Excel accepts (specifications and limits of Excel): rows and columns of a sheet, and length of a text. */
const [rowsMax, columnsMax, textLengthMax] = [1_048_576, 16_384, 32_767];
const namespace = 'http://schemas.openxmlformats.org';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * Writes an Excel workbook (ECMA-376, Office Open XML) with a sheet per table, whose first row stays in view. Texts are never
 * formulas. Rows, columns and texts that Excel does not accept are cut.
 *
 * @param name of the sheets; several are numbered
 */
export function toXlsx(name: string, sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const numbers = sheets.map((_sheet, index) => index + 1);
  const list = (render: (number: number) => string): string => numbers.map(render).join('');
  const files = {
    '[Content_Types].xml': `${declaration}<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${list((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets>${list((number) => `<sheet name="${escapeXml(sheets.length === 1 ? name : `${name} ${number}`)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`]),
    ),
    ...Object.fromEntries(
      sheets.map((rows, index) => [`xl/worksheets/sheet${index + 1}.xml`, writeSheet(rows)]),
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${namespace}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${namespace}/package/2006/relationships">${items.join('')}</Relationships>`;
}

function writeSheet(rows: Sheet): string {
  const isRightToLeft = firstLetterDirection(rows.slice(0, 20).flat().join(' ')) === 'rtl';
  const cells = rows
    .slice(0, rowsMax)
    .map((row) => `<row>${row.slice(0, columnsMax).map(writeCell).join('')}</row>`)
    .join('');
  return `${declaration}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${cells}</sheetData></worksheet>`;
}

function writeCell(value: string | number | undefined): string {
  if (value === undefined || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, textLengthMax))}</t></is></c>`;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Escapes a text; characters that XML does not allow (XML 1.0, 2.2) are left out. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => entities.get(character) ?? '');
