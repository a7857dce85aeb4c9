import type { ContentBlock } from '@quern/content/blocks/content-block';
import { openCompoundFile } from '../compound/open-compound-file.ts';
import { readSummaryInformation } from '../compound/read-property-set.ts';
import { BlipStore } from '../drawing/blip-store.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { WorkbookBudget } from '../xlsx/cells/workbook-budget.ts';
import { completeCells } from '../xlsx/merge-cells.ts';
import { hiddenCells, sectionOf, selectSheets } from '../xlsx/sheet-section.ts';
import { RecordBudget } from './biff-records.ts';
import { decryptWorkbook } from './decrypt-workbook.ts';
import { readXlsSheet } from './read-xls-sheet.ts';
import { readWorkbookGlobals } from './workbook-globals.ts';
import { readXlsPictures } from './xls-pictures.ts';

/**
 * Reads a binary workbook of Excel 5 to 2003 ([MS-XLS], BIFF5 and BIFF8) as XLSX is read: one section for each sheet,
 * with values as displayed.
 *
 * @throws DocumentError; the signal's reason when aborted
 */
export async function readXls(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const storage = openCompoundFile(bytes);
  const stored = storage.stream('Workbook') ?? storage.stream('Book');
  if (stored === undefined)
    throw new DocumentError('unreadable', 'The spreadsheet is damaged: its workbook is missing.');
  const stream = await decryptWorkbook(stored, options.password, options);
  const globals = readWorkbookGlobals(stream);
  const store = new BlipStore(globals.drawings);
  const pictures = new DocumentPictures(options.pictures);
  const budget = new WorkbookBudget(bytes.length);
  const records = new RecordBudget(stream.length);
  const { numbers, warnings } = selectSheets(globals.sheets, options.pages);
  const blocks: ContentBlock[] = [];
  for (const [index, number] of numbers.entries()) {
    const sheet = globals.sheets[number - 1];
    if (sheet?.offset !== undefined) {
      const { grid, drawing } = await readXlsSheet(
        stream,
        sheet.offset,
        { globals, budget, records },
        options,
      );
      completeCells(grid, budget);
      for (const block of sectionOf(sheet, grid, number)) blocks.push(block);
      for (const block of readXlsPictures(drawing, number, { store, pictures })) blocks.push(block);
      if (grid.hasHidden) warnings.push(hiddenCells(sheet));
    }
    options.onPage?.(index + 1, numbers.length);
  }
  return {
    format: 'xls',
    blocks,
    metadata: readSummaryInformation(storage),
    pages: numbers.map((number) => ({ number })),
    pageCount: globals.sheets.length,
    warnings: [...warnings, ...pictures.warnings],
  };
}
