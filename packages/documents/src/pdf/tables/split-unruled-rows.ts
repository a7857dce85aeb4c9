import type { TableElementCell } from '../lines/page-element.ts';

/**
 * Splits rows between lines that hold several rows of text: where a table has lines between its columns only, every
 * cell of the row has as many lines as the others, on the same baselines.
 */
export function splitUnruledRows(grid: readonly (readonly TableElementCell[])[]): TableElementCell[][] {
  return grid.flatMap((row, index) => {
    const count = Math.max(0, ...row.map(({ lines }) => lines.length));
    const isRepeating =
      row.some(({ isRepeated }) => isRepeated) ||
      (grid[index + 1] ?? []).some(({ isRepeated }) => isRepeated);
    const filled = row.filter(({ lines }) => lines.length > 0);
    const isList = count >= 3 && filled.length >= 2 && filled.every(({ lines }) => lines.length === count);
    if (!isList || isRepeating || !haveSameBaselines(filled)) return [[...row]];
    return Array.from({ length: count }, (_, at) =>
      row.map(({ lines }) => ({ lines: lines.slice(at, at + 1), isRepeated: false })),
    );
  });
}

function haveSameBaselines(cells: readonly TableElementCell[]): boolean {
  const [first] = cells;
  return (
    first?.lines.every((line, at) =>
      cells.every(({ lines }) => Math.abs((lines[at]?.baseline ?? 0) - line.baseline) < 0.3 * line.size),
    ) === true
  );
}
