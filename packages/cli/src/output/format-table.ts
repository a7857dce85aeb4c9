import { stripControlChars } from './strip-control-chars.ts';

/** Content of a table cell. */
export type Cell = string | number | null | undefined;

const gap = '  ';

/** Formats rows in aligned columns under headings, one line per row; numbers are right-aligned. */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [headings, ...rows.map((row) => headings.map((_heading, column) => cellText(row[column])))];
  const widths = headings.map((_heading, column) =>
    texts.reduce((width, row) => Math.max(width, codePointCount(row[column] ?? '')), 0),
  );
  const isNumeric = headings.map((_heading, column) => typeof rows[0]?.[column] === 'number');
  return texts
    .map((row) =>
      row
        .map((text, column) => {
          const space = ' '.repeat((widths[column] ?? 0) - codePointCount(text));
          return isNumeric[column] ? space + text : text + space;
        })
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Formats fields one per line, with aligned values. */
export function formatFields(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = fields.reduce((most, [name]) => Math.max(most, name.length), 0);
  return fields.map(([name, value]) => `${name.padEnd(width)}${gap}${cellText(value)}`.trimEnd()).join('\n');
}

/** Formats milliseconds since 1970 as UTC, to the second; null as an empty string. */
export function formatTime(timeMs: number | null): string {
  return timeMs === null ? '' : new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return stripControlChars(String(cell)).replace(/\s+/g, ' ');
}

const codePointCount = (text: string): number => [...text].length;
