/** Counts the n-grams of a list of tokens or characters. */
export function countNgrams(items: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + order <= items.length; index++) {
    const ngram = items.slice(index, index + order).join('\u0000');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

/** Number of n-grams that two lists share, as multisets. */
export function overlapOf(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let overlap = 0;
  for (const [ngram, count] of left) overlap += Math.min(count, right.get(ngram) ?? 0);
  return overlap;
}
