import type { TableElement } from '../lines/page-element.ts';
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
  const isApart = above.page !== line.page || above.column !== line.column;
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
  if (table.page !== last.page + 1) return false;
  const [width, other] = [last.rows[0]?.length, table.rows[0]?.length];
  if (width !== other) return false;
  if (haveSameHeader(last, table)) return true;
  return Math.abs(last.left - table.left) < 4 && Math.abs(last.right - table.right) < 4;
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
