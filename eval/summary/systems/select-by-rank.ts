/** Joins sentences of a summary. */
const separator = ' ';

/**
 * Makes the summary of a ranking: the sentences of `takeByRank`, joined.
 *
 * @param scores one per sentence; sentences without a score come last, equal ones in the order of the text
 * @param lengthMax in UTF-16 code units
 */
export function selectByRank(
  sentences: readonly string[],
  scores: readonly number[],
  lengthMax: number,
): string {
  return takeByRank(sentences, scores, lengthMax).join(separator);
}

/**
 * Takes the sentences of a ranking from the best to the worst where they still fit, in the order of the text. When not even one fits, the best one
 * is cut at a word.
 */
export function takeByRank(
  sentences: readonly string[],
  scores: readonly number[],
  lengthMax: number,
): string[] {
  const scoreAt = (index: number) => scores[index] ?? Number.NEGATIVE_INFINITY;
  const order = sentences.map((_, index) => index).sort((a, b) => scoreAt(b) - scoreAt(a) || a - b);
  const selected: number[] = [];
  let length = 0;
  for (const index of order) {
    const added = (sentences[index] ?? '').length + (selected.length > 0 ? separator.length : 0);
    if (length + added > lengthMax) continue;
    selected.push(index);
    length += added;
  }
  if (selected.length === 0) return [cutAtWord(sentences[order[0] ?? 0] ?? '', lengthMax)];
  return selected.sort((a, b) => a - b).map((index) => sentences[index] ?? '');
}

/** The longest beginning that ends at a word; of a text without spaces the first characters. */
function cutAtWord(text: string, lengthMax: number): string {
  const space = text.lastIndexOf(' ', lengthMax);
  return text.slice(0, space > 0 ? space : lengthMax);
}
