import type { PageBox } from '../../model/document-block.ts';
import { findAlignedTables } from '../tables/find-aligned-tables.ts';
import { findRuledTables } from '../tables/find-ruled-tables.ts';
import type { RuleLine } from '../tables/ruling-grid.ts';
import { isRightToLeft } from '../words/clean-text.ts';
import type { Word } from '../words/word.ts';
import { composeLines } from './compose-lines.ts';
import { isTable, type LayoutItem, type PageElement } from './page-element.ts';
import { splitColumns } from './split-columns.ts';

/** The words and lines of a page. */
export interface PageToLayOut {
  readonly number: number;
  readonly words: readonly Word[];
  readonly rules: readonly RuleLine[];
}

/** Finds the tables, columns and lines of a page, in reading order. */
export function layOutPage({ number, words, rules }: PageToLayOut): PageElement[] {
  const ruled = findRuledTables(words, rules, number);
  const horizontals = rules.filter(({ direction }) => direction === 'horizontal');
  const items: LayoutItem[] = [...ruled.words, ...ruled.tables];
  const reversed = words.filter(({ text }) => isRightToLeft(text)).length > words.length / 2;
  return splitColumns(items, horizontals, reversed).flatMap((region) =>
    layOutRegion(region, horizontals, number),
  );
}

function layOutRegion(items: readonly LayoutItem[], rules: readonly PageBox[], page: number): PageElement[] {
  const ruled = items.filter(isTable);
  const words = items.filter((item): item is Word => !isTable(item));
  const aligned = findAlignedTables(words, rules, page);
  const elements: PageElement[] = [
    ...ruled,
    ...aligned.tables,
    ...composeLines(aligned.words, page).map(
      (line): PageElement => ({
        kind: 'line',
        line,
        left: line.left,
        top: line.top,
        right: line.right,
        bottom: line.bottom,
      }),
    ),
  ];
  return elements.sort((a, b) => a.top - b.top || a.left - b.left);
}
