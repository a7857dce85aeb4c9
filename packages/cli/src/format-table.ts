import { stripControlChars } from './strip-control-chars.ts';

export type Cell = string | number | null | undefined;

const gap = '  ';

/** Rows under their headings, in aligned columns; numbers to the right. A cell takes one line. */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [headings, ...rows.map((row) => headings.map((_heading, column) => cellText(row[column])))];
  const widths = headings.map((_heading, column) =>
    texts.reduce((width, row) => Math.max(width, lengthOf(row[column] ?? '')), 0),
  );
  const toTheRight = headings.map((_heading, column) => typeof rows[0]?.[column] === 'number');
  return texts
    .map((row) =>
      row
        .map((text, column) => {
          const space = ' '.repeat((widths[column] ?? 0) - lengthOf(text));
          return toTheRight[column] ? space + text : text + space;
        })
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Names before their values, a line each. */
export function formatFields(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = fields.reduce((most, [name]) => Math.max(most, name.length), 0);
  return fields.map(([name, value]) => `${name.padEnd(width)}${gap}${cellText(value)}`.trimEnd()).join('\n');
}

/** Milliseconds since 1970 as UTC, to the second. */
export function formatTime(timeMs: number | null): string {
  return timeMs === null ? '' : new Date(timeMs).toISOString().replace(/\.\d+Z$/, 'Z');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return stripControlChars(String(cell)).replace(/\s+/g, ' ');
}

const lengthOf = (text: string): number => [...text].length;
