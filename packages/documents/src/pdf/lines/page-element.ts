import type { PageBox } from '@quern/content/blocks/content-block';
import type { Word } from '../words/word.ts';
import type { Line } from './line.ts';
import type { TextTag } from './text-tag.ts';

/** A cell of a table on a page. */
export interface TableElementCell {
  readonly lines: readonly Line[];
  /** Whether the cell repeats one that covers several places. */
  readonly isRepeated: boolean;
}

/** A table on a page. */
export interface TableElement extends PageBox {
  readonly kind: 'table';
  readonly page: number;
  /** The page on which it begins, if `page` is where it ends. */
  readonly firstPage?: number;
  /** Whether the structure of a tagged PDF names it. */
  readonly isTagged?: boolean;
  readonly rows: readonly (readonly TableElementCell[])[];
}

/** A line as an element of a page. */
export interface LineElement extends PageBox {
  readonly kind: 'line';
  readonly line: Line;
  /** Its place in the structure of a tagged PDF. */
  readonly tag?: TextTag;
}

/** An element of a page in reading order. */
export type PageElement = LineElement | TableElement;

/** A word or a table, before the lines of a page are composed. */
export type LayoutItem = Word | TableElement;

/** Whether an item is a table. */
export const isTable = (item: LayoutItem): item is TableElement => 'kind' in item;
