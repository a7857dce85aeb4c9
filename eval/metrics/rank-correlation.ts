/**
 * Spearman's rank correlation: the correlation of the ranks of two lists of values, equal values having their mean rank.
 *
 * @returns -1 to 1; 0 if the values of a list are all equal
 */
export function rankCorrelation(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [ranksOf(first), ranksOf(second)];
  const middle = (a.length - 1) / 2;
  const covariance = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, rank, index) => sum + (rank - middle) * ((y[index] ?? middle) - middle), 0);
  const scale = Math.sqrt(covariance(a, a) * covariance(b, b));
  return scale === 0 ? 0 : covariance(a, b) / scale;
}

function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks: number[] = Array.from({ length: values.length }, () => 0);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const index of order.slice(start, end + 1)) ranks[index] = (start + end) / 2;
    start = end + 1;
  }
  return ranks;
}
