/** Models are trained on sentences; longer texts are split at clauses. */
export const clauseLengthMax = 500;

/** Splits a text at the ends of clauses, else between words, so that no part is too long for the engine. */
export function splitClauses(text: string): string[] {
  const clauses: string[] = [];
  let rest = text;
  while (rest.length > clauseLengthMax) {
    const window = rest.slice(0, clauseLengthMax);
    const clause = /^.*[;:,](?=\s)/su.exec(window)?.[0].length ?? 0;
    const word = window.lastIndexOf(' ');
    const end = clause > clauseLengthMax / 3 ? clause : word > 0 ? word : graphemeEnd(window);
    clauses.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...clauses, rest].filter((part) => part !== '');
}

/** The end of the last whole grapheme cluster in a window. */
function graphemeEnd(window: string): number {
  const last = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(window)].at(-1);
  return last && last.index > 0 ? last.index : window.length;
}
