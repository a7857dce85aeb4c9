/** An observation of a linear model. */
export interface Observation {
  readonly features: readonly number[];
  readonly value: number;
  readonly weight: number;
}

/**
 * Weighted least squares by the normal equations. Scale features to about −1..1 for numeric stability.
 *
 * @param ridge added to the diagonal for each feature, which draws its coefficient toward 0 (Hoerl and Kennard 1970)
 * @returns a coefficient for each feature; 0 for one that is undetermined
 */
export function solveLeastSquares(observations: readonly Observation[], ridge: readonly number[]): number[] {
  const size = ridge.length;
  const rows = ridge.map((penalty, index) => {
    const row = new Float64Array(size + 1);
    row[index] = penalty;
    return row;
  });
  for (const { features, value, weight } of observations) {
    for (const [index, row] of rows.entries()) {
      const factor = weight * (features[index] ?? 0);
      for (let column = 0; column < size; column += 1)
        row[column] = (row[column] ?? 0) + factor * (features[column] ?? 0);
      row[size] = (row[size] ?? 0) + factor * value;
    }
  }
  return eliminate(rows);
}

/** Gaussian elimination with pivoting. */
function eliminate(rows: Float64Array[]): number[] {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = pivotRow(rows, column);
    const [current, other] = [rows[column], rows[pivot]];
    if (current === undefined || other === undefined) continue;
    [rows[column], rows[pivot]] = [other, current];
    const head = other[column] ?? 0;
    if (Math.abs(head) < 1e-12) continue;
    for (const [index, row] of rows.entries()) {
      const factor = index === column ? 0 : (row[column] ?? 0) / head;
      if (factor === 0) continue;
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (other[at] ?? 0);
    }
  }
  return rows.map((row, index) => {
    const head = row[index] ?? 0;
    return Math.abs(head) < 1e-12 ? 0 : (row[size] ?? 0) / head;
  });
}

function pivotRow(rows: readonly Float64Array[], column: number): number {
  let best = column;
  for (let row = column; row < rows.length; row += 1)
    if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row;
  return best;
}
