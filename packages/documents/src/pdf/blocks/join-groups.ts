import type { TableElement } from '../lines/page-element.ts';
import { boundsOf } from '../words/word.ts';
import { textOfCell } from './build-table.ts';
import { isFull } from './group-lines.ts';
import type { CodeGroup, Group, TextGroup } from './text-group.ts';

/**
 * Joins paragraphs, listings and tables that continue in the next column or on the next page.
 *
 * @param isHeading whether a group is a heading, which joins nothing
 */
export function joinGroups(groups: readonly Group[], isHeading: (group: TextGroup) => boolean): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const last = group.kind === 'text' ? lastText(joined) : joined.at(-1);
    if (group.kind === 'table' && last?.kind === 'table' && continuesTable(last, group)) {
      joined[joined.length - 1] = joinTables(last, group);
    } else if (group.kind === 'code' && last?.kind === 'code' && isNextPage(last, group)) {
      last.lines.push(...group.lines);
    } else if (
      group.kind === 'text' &&
      last?.kind === 'text' &&
      !isHeading(last) &&
      !isHeading(group) &&
      continuesText(last, group)
    ) {
      last.lines.push(...group.lines);
      for (const at of group.breaks) last.breaks.add(last.lines.length - group.lines.length + at);
    } else joined.push(group);
  }
  return joined;
}

/** The last group of text, which may be before a table or listing at the top of a page. */
function lastText(groups: readonly Group[]): Group | undefined {
  const last = groups.at(-1);
  if (last?.kind !== 'table') return last;
  const before = groups.at(-2);
  return before?.kind === 'text' ? before : last;
}

function continuesText(last: TextGroup, group: TextGroup): boolean {
  const [above, line] = [last.lines.at(-1), group.lines[0]];
  if (above === undefined || line === undefined || group.marker !== undefined) return false;
  const isApart = above.page !== line.page || (above.column !== line.column && group.tag === undefined);
  if (!isApart || line.page - above.page > 1) return false;
  if (Math.abs(above.size - line.size) > 0.06 * line.size || above.isBold !== line.isBold) return false;
  const isHyphenated = /\p{L}[-\u00ad]$/u.test(above.text);
  if (isHyphenated && /^\p{Ll}/u.test(line.text)) return true;
  if (/[.!?:。！？][)"'”’»\]]*\p{No}*$/u.test(above.text)) return false;
  if (/^\p{Ll}/u.test(line.text)) return true;
  return isFull(above, line) && /[\p{L}\p{N},;]$/u.test(above.text) && last.lines.length > 1;
}

function isNextPage(last: CodeGroup, group: CodeGroup): boolean {
  const [above, line] = [last.lines.at(-1), group.lines[0]];
  return (
    above !== undefined && line !== undefined && (above.page !== line.page || above.column !== line.column)
  );
}

/** Whether a table on the next page has the same columns: the same header again, or the same edges. */
function continuesTable(last: TableElement, table: TableElement): boolean {
  const isNextColumn =
    table.page === last.page && table.left > last.right - edgeTolerance && table.top < last.bottom;
  if (table.page !== last.page + 1 && !isNextColumn) return false;
  const [width, other] = [last.rows[0]?.length, table.rows[0]?.length];
  if (width !== other) return false;
  if (haveSameHeader(last, table)) return true;
  if (last.isTagged && table.isTagged) return !hasBoldHeader(table);
  if (isNextColumn) return !hasBoldHeader(table) && haveSameColumns(last, table);
  return (
    Math.abs(last.left - table.left) < edgeTolerance && Math.abs(last.right - table.right) < edgeTolerance
  );
}

/** Distance at which edges are at the same place, in points. */
const edgeTolerance = 4;

/** Whether the columns of two tables begin or end at the same distances from the first one. */
function haveSameColumns(last: TableElement, table: TableElement): boolean {
  const [one, other] = [edgesOf(last), edgesOf(table)];
  const isNear = (a: number | undefined, b: number | undefined): boolean =>
    a !== undefined && b !== undefined && Math.abs(a - b) < edgeTolerance;
  return one.every(({ left, right }, at) => isNear(left, other[at]?.left) || isNear(right, other[at]?.right));
}

/** Left and right edges of the text in each column, from the left edge of the table. */
function edgesOf({ rows, left }: TableElement): { left: number; right: number }[] {
  return (rows[0] ?? []).map((_, at) => {
    const lines = rows.flatMap((row) => (row[at]?.isRepeated === false ? row[at].lines : []));
    const box = boundsOf(lines);
    return { left: box.left - left, right: box.right - left };
  });
}

/** Whether the first row, but not the second one, is bold. */
function hasBoldHeader({ rows: [first, second] }: TableElement): boolean {
  const isBold = (row: TableElement['rows'][number] | undefined): boolean =>
    row?.flatMap(({ lines }) => lines).every((line) => line.isBold) === true;
  return isBold(first) && !isBold(second);
}

function haveSameHeader(last: TableElement, table: TableElement): boolean {
  const textOf = ({ rows }: TableElement) => rows[0]?.map(textOfCell).join('\n');
  return textOf(last) === textOf(table);
}

function joinTables(last: TableElement, table: TableElement): TableElement {
  const added = haveSameHeader(last, table) ? table.rows.slice(1) : table.rows;
  // The page stays that of the first part, the page of the next part decides on further parts.
  return {
    ...last,
    page: table.page,
    rows: [...last.rows, ...added],
    firstPage: last.firstPage ?? last.page,
  };
}
