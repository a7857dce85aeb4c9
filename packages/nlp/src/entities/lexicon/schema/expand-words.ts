/**
 * Expands the alternatives of a lexicon entry: `январ(ь|я|е)` is "январь", "января" and "январе". Groups may be empty on
 * one side (`час(|а|ов)`) and may not be nested.
 */
export function expandWord(entry: string): string[] {
  const open = entry.indexOf('(');
  const close = entry.indexOf(')', open);
  if (open < 0 || close < 0) return [entry];
  const rest = expandWord(entry.slice(close + 1));
  return entry
    .slice(open + 1, close)
    .split('|')
    .flatMap((choice) => rest.map((tail) => entry.slice(0, open) + choice + tail));
}

/** Expands all entries of a list, see `expandWord`. */
export function expandWords(entries: readonly string[]): string[] {
  return entries.flatMap(expandWord);
}

/** Expands the keys of a table, see `expandWord`. */
export function expandKeys<Value>(table: Readonly<Record<string, Value>>): Record<string, Value> {
  const expanded: Record<string, Value> = {};
  for (const [entry, value] of Object.entries(table)) {
    for (const word of expandWord(entry)) expanded[word] = value;
  }
  return expanded;
}
