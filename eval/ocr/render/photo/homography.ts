/** A point: x to the right, y down. */
export type Point = readonly [x: number, y: number];
/** Coefficients a to h of a projective mapping: x' = (ax + by + c) / (gx + hy + 1), y' = (dx + ey + f) / (gx + hy + 1). */
export type Homography = readonly number[];

/**
 * Finds the projective mapping that takes four points to four others (direct linear transform; Hartley and Zisserman,
 * "Multiple View Geometry", 2004, chapter 4).
 *
 * @throws Error when three of the points are on a line
 */
export function solveHomography(from: readonly Point[], to: readonly Point[]): Homography {
  const rows = from.flatMap(([x, y], index) => {
    const [u = 0, v = 0] = to[index] ?? [];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  return solveLinearSystem(rows);
}

/** Maps a point. */
export function applyHomography(
  [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0]: Homography,
  [x, y]: Point,
): Point {
  const scale = 1 / (g * x + h * y + 1);
  return [(a * x + b * y + c) * scale, (d * x + e * y + f) * scale];
}

/** Gauss-Jordan elimination with partial pivoting. @param rows coefficients, each followed by the right-hand side */
function solveLinearSystem(rows: readonly (readonly number[])[]): number[] {
  const matrix = rows.map((row) => Float64Array.from(row));
  const at = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  for (let column = 0; column < matrix.length; column++) {
    let pivot = column;
    for (let row = column; row < matrix.length; row++)
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row;
    if (Math.abs(at(pivot, column)) < 1e-12) throw new Error('the points determine no projective mapping');
    const pivotRow = matrix[pivot] ?? new Float64Array();
    matrix[pivot] = matrix[column] ?? pivotRow;
    matrix[column] = pivotRow.map((value) => value / (pivotRow[column] ?? 1));
    for (let row = 0; row < matrix.length; row++) {
      const factor = at(row, column);
      if (row === column || factor === 0) continue;
      matrix[row] = (matrix[row] ?? pivotRow).map((value, index) => value - factor * at(column, index));
    }
  }
  return matrix.map((row) => row[matrix.length] ?? 0);
}
