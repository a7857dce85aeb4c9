/** Returns a word as a key: without periods, their marks (`~`) and case, with plain spaces. */
export function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replace(/[.~]/g, '')
    .replace(/[\s\u00a0]/g, ' ');
}

/**
 * Joins tables of words, by `plainWord`.
 *
 * @param tables the first ones win
 */
export function wordTable<Value>(
  tables: readonly Readonly<Record<string, Value>>[],
): ReadonlyMap<string, Value> {
  return new Map(
    tables
      .toReversed()
      .flatMap((table) => Object.entries(table))
      .map(([word, value]) => [plainWord(word), value] as const),
  );
}
