import type { PageBox } from '@quern/content/blocks/content-block';
import { composeLines } from '../lines/compose-lines.ts';
import { findObstacles } from '../lines/find-rooms.ts';
import type { Line } from '../lines/line.ts';
import { isTable, type LayoutItem, type PageElement, type TableElement } from '../lines/page-element.ts';
import { findAlignedTables } from '../tables/find-aligned-tables.ts';
import { findRuledTables } from '../tables/find-ruled-tables.ts';
import type { RuleLine } from '../tables/ruling-grid.ts';
import { isRightToLeft } from '../words/clean-text.ts';
import type { Word } from '../words/word.ts';
import { splitColumns } from './split-columns.ts';

/** The words and lines of a page. */
export interface PageToLayOut {
  readonly number: number;
  readonly words: readonly Word[];
  readonly rules: readonly RuleLine[];
  /** Pictures next to which text may be. */
  readonly pictures?: readonly PageBox[];
  /** Tables that are known already. */
  readonly tables?: readonly TableElement[];
  /** Whether the page was recognized, so that no other tables are looked for. */
  readonly isRecognized?: boolean | undefined;
}

/** Finds the tables, columns and lines of a page, in reading order. */
export function layOutPage(page: PageToLayOut): PageElement[] {
  const { number, words, rules, pictures = [], tables = [], isRecognized = false } = page;
  const ruled = isRecognized ? { tables: [], words } : findRuledTables(words, rules, number);
  const horizontals = rules.filter(({ direction }) => direction === 'horizontal');
  const items: LayoutItem[] = [...ruled.words, ...ruled.tables, ...tables];
  const obstacles = findObstacles(pictures, words);
  const reversed = words.filter(({ text }) => isRightToLeft(text)).length > words.length / 2;
  return splitColumns(items, horizontals, reversed).flatMap((region) => {
    const known = region.filter(isTable);
    const rest = region.filter((item): item is Word => !isTable(item));
    const aligned = isRecognized ? { tables: [], words: rest } : findAlignedTables(rest, horizontals, number);
    const lines = composeLines(aligned.words, number, obstacles).map(toElement);
    const elements: PageElement[] = [...known, ...aligned.tables, ...lines];
    return elements.sort((a, b) => a.top - b.top || a.left - b.left);
  });
}

/** A line as an element of its page. */
export function toElement(line: Line): PageElement {
  const { left, top, right, bottom } = line;
  return { kind: 'line', line, left, top, right, bottom };
}
