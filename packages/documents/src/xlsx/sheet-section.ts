import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import type { DocumentWarning } from '../model/document-content.ts';
import { selectPageNumbers } from '../select-page-numbers.ts';
import type { SheetGrid } from './cells/grid-collector.ts';
import { sheetBlocks } from './sheet-blocks.ts';

/** A sheet of a workbook. */
export interface NamedSheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/**
 * Selects the sheets to read: hidden ones only if they are named.
 *
 * @returns numbers from 1, and a warning if sheets are left out
 * @throws DocumentError `invalid_pages`
 */
export function selectSheets(
  sheets: readonly NamedSheet[],
  pages: string | undefined,
): { numbers: number[]; warnings: DocumentWarning[] } {
  const selected = selectPageNumbers(pages, sheets.length);
  const visible = selected.filter((number) => sheets[number - 1]?.isHidden !== true);
  if (pages !== undefined || visible.length === 0 || visible.length === selected.length)
    return { numbers: selected, warnings: [] };
  const names = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => JSON.stringify(name));
  const message = `Hidden sheets are left out: ${names.slice(0, 10).join(', ')}. Select them with \`pages\`.`;
  return { numbers: visible, warnings: [{ code: 'hidden_sheets', message }] };
}

/** Makes a sheet a section with its name as heading. @param page number of the sheet */
export function sectionOf({ name }: NamedSheet, grid: SheetGrid, page: number): ContentBlock[] {
  const content = sheetBlocks(grid.rows, page);
  if (content.length === 0 || name.trim() === '') return content;
  return [{ kind: 'heading', level: 2, page, content: plainText(name) }, ...content];
}

/** The warning for a sheet with hidden cells. */
export function hiddenCells({ name }: NamedSheet): DocumentWarning {
  const message = `Hidden rows or columns of the sheet ${JSON.stringify(name)} are left out.`;
  return { code: 'hidden_cells', message };
}
