import type { ContentBlock } from '@quern/content/blocks/content-block';
import { decodeUnicode } from '@quern/runtime/decode-charset';
import { openZip, type ZipArchive } from '../archive/open-zip.ts';
import { DocumentError } from '../errors/document-error.ts';
import type { DocumentContent } from '../model/document-content.ts';
import { meaningfulDescription } from '../office/meaningful-description.ts';
import { readCoreProperties } from '../ooxml/core-properties.ts';
import { hasPicture, pictureIdsOf, picturePartOf } from '../ooxml/picture-ids.ts';
import { DocumentPictures } from '../pictures/document-pictures.ts';
import type { ReadDocumentOptions } from '../read-document-options.ts';
import { descendantsOf, firstOf } from '../xml/query-xml.ts';
import { parseXmlTree } from '../xml/xml-tree.ts';
import { CellStyles } from './cells/cell-styles.ts';
import { WorkbookBudget } from './cells/workbook-budget.ts';
import { fillCells } from './formulas/fill-cells.ts';
import { FormulaCalculator } from './formulas/formula-calculator.ts';
import { readSheetValues } from './formulas/read-sheet-values.ts';
import { UncomputedCells } from './formulas/uncomputed-cells.ts';
import { completeCells } from './merge-cells.ts';
import { readSheet } from './read-sheet.ts';
import { readSharedStrings } from './shared-strings.ts';
import { hiddenCells, sectionOf, selectSheets } from './sheet-section.ts';
import { readRelationships, readWorkbook, type SheetEntry } from './workbook-part.ts';

const drawingBytesMax = 4 * 1024 * 1024;

/**
 * Reads a workbook (ECMA-376 part 1, section 18): one section for each sheet, with values as displayed. Hidden sheets are
 * read only if they are selected; hidden rows and columns never are.
 *
 * @throws DocumentError; RangeError for a malformed selection of sheets; the signal's reason when aborted
 */
export async function readXlsx(bytes: Uint8Array, options: ReadDocumentOptions): Promise<DocumentContent> {
  const archive = openZip(bytes);
  const workbook = readWorkbook(archive);
  const budget = new WorkbookBudget(bytes.length);
  const shared = {
    strings: await readSharedStrings(archive, workbook.sharedStringsPart, budget, options),
    styles: new CellStyles(archive, workbook.stylesPart),
    uses1904: workbook.uses1904,
    budget,
  };
  const { numbers, warnings } = selectSheets(workbook.sheets, options.pages);
  const pictures = new DocumentPictures(options.pictures);
  const uncomputed = new UncomputedCells();
  const calculator = new FormulaCalculator(async (name) => {
    const sheet = workbook.sheets.find((each) => each.name.toLowerCase() === name);
    const xml = sheet && readPart(archive, sheet, budget);
    return xml && readSheetValues(xml, shared.strings, options);
  });
  const blocks: ContentBlock[] = [];
  for (const [index, number] of numbers.entries()) {
    const sheet = workbook.sheets[number - 1];
    const xml = sheet && readPart(archive, sheet, shared.budget);
    if (sheet && xml) {
      const grid = await readSheet(xml, { ...shared, links: linksOf(archive, sheet) }, options);
      uncomputed.add(sheet.name, await fillCells(grid, sheet.name, { ...shared, calculator }));
      completeCells(grid, shared.budget);
      for (const block of sectionOf(sheet, grid, number)) blocks.push(block);
      for (const block of readPictures(archive, sheet, number, { pictures, budget })) blocks.push(block);
      if (grid.hasHidden) warnings.push(hiddenCells(sheet));
    }
    options.onPage?.(index + 1, numbers.length);
  }
  return {
    format: 'xlsx',
    blocks,
    metadata: readCoreProperties(archive),
    pages: numbers.map((number) => ({ number })),
    pageCount: workbook.sheets.length,
    warnings: [...warnings, ...uncomputed.warnings, ...pictures.warnings],
  };
}

function readPart(archive: ZipArchive, { part }: SheetEntry, budget: WorkbookBudget): Buffer | undefined {
  if (part === '') return undefined;
  const xml = archive.read(part, budget.bytesLeft);
  if (!xml) throw new DocumentError('unreadable', 'The spreadsheet is damaged: a sheet is missing.');
  budget.takeBytes(xml.length);
  return xml;
}

/** External addresses that cells link to, by the ids of the relationships. */
function linksOf(archive: ZipArchive, { part }: SheetEntry): Map<string, string> {
  const links = new Map<string, string>();
  for (const [id, { type, target, isExternal }] of readRelationships(archive, part))
    if (type === 'hyperlink' && isExternal && /^(?:https?:|mailto:)/i.test(target)) links.set(id, target);
  return links;
}

/** Reads the described pictures on a sheet, which belong to no cell, and counts the others. */
function readPictures(
  archive: ZipArchive,
  { part }: SheetEntry,
  page: number,
  { pictures, budget }: { readonly pictures: DocumentPictures; readonly budget: WorkbookBudget },
): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const { type, target, isExternal } of readRelationships(archive, part).values()) {
    if (type !== 'drawing' || isExternal) continue;
    const drawing = archive.read(target, Math.min(drawingBytesMax, budget.bytesLeft));
    if (!drawing) continue;
    budget.takeBytes(drawing.length);
    const targets: ReturnType<typeof readRelationships> = pictures.areCollected
      ? readRelationships(archive, target)
      : new Map();
    for (const picture of descendantsOf(parseXmlTree(decodeUnicode(drawing)), 'pic')) {
      const { descr = '', title = '' } = firstOf(picture, 'cNvPr')?.attributes ?? {};
      const alternativeText = meaningfulDescription(descr || title);
      const [id] = pictures.areCollected ? pictureIdsOf(picture) : [];
      const placement = { description: alternativeText };
      const url =
        id === undefined ? '' : pictures.collectPart(archive, picturePartOf(id, targets), placement);
      if (alternativeText !== '' || url !== '') blocks.push({ kind: 'figure', alternativeText, url, page });
      else if (hasPicture(picture)) pictures.omit();
    }
  }
  return blocks;
}
