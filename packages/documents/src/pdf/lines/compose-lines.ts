import type { PageBox } from '@quern/content/blocks/content-block';
import { boundsOf, medianOf, type Word } from '../words/word.ts';
import { findRooms } from './find-rooms.ts';
import { groupRows } from './group-rows.ts';
import { type Column, composeLine, type Line } from './line.ts';

/** Composes the lines of a region from top to bottom. @param obstacles pictures next to which lines may be */
export function composeLines(
  words: readonly Word[],
  page: number,
  obstacles: readonly PageBox[] = [],
): Line[] {
  const rows = groupRows(words);
  const distances = rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before === undefined || Math.abs(before.size - row.size) > 0.1 * row.size) return [];
    const distance = row.baseline - before.baseline;
    return distance < 2.2 * row.size ? [distance] : [];
  });
  const column: Column = { ...boundsOf(words), leading: medianOf(distances) };
  const rooms = findRooms(rows, column, obstacles);
  return rows.flatMap((row, index) => {
    const lines = partsOf(row.items).map((part) => composeLine(part, column, page, rooms[index]));
    // Items of one row are on one level.
    const left = lines.find(({ text }) => checkBox.test(text.charAt(0)))?.left ?? 0;
    return lines.map((line) => (lines.length > 1 ? { ...line, left: Math.min(left, line.left) } : line));
  });
}

const checkBox = /^[☐☑☒]$/u;

/** Divides a row with several check boxes into a line for each, if all of them are in front of their texts. */
function partsOf(items: readonly Word[]): (readonly Word[])[] {
  const boxes = items.flatMap(({ text }, index) => (checkBox.test(text) ? [index] : []));
  const haveTexts = boxes.every((at, index) => at + 1 < (boxes[index + 1] ?? items.length));
  const [first = 0] = boxes;
  if (boxes.length < 2 || !haveTexts) return [items];
  const starts = first === 0 ? boxes : [0, ...boxes];
  return starts.map((start, index) => items.slice(start, starts[index + 1]));
}
