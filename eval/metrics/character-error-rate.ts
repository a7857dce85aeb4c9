/**
 * Character error rate: the Levenshtein distance over code points, divided by the length of the reference. Runs of
 * white space count as one space.
 *
 * @returns 0 for equal texts; above 1 when much more was read than there is
 */
export function characterErrorRate(predicted: string, reference: string): number {
  const expected = foldWhiteSpace(reference);
  return levenshteinDistance(foldWhiteSpace(predicted), expected) / Math.max(1, expected.length);
}

/** Character accuracy: 1 minus the character error rate, at least 0. */
export function characterAccuracy(predicted: string, reference: string): number {
  return Math.max(0, 1 - characterErrorRate(predicted, reference));
}

function foldWhiteSpace(text: string): string[] {
  return [...text.replace(/\s+/g, ' ').trim()];
}

/** Levenshtein distance, two rows at a time (Wagner and Fischer, 1974). */
function levenshteinDistance(left: readonly string[], right: readonly string[]): number {
  let previous = Uint32Array.from({ length: right.length + 1 }, (_, index) => index);
  let current = new Uint32Array(right.length + 1);
  for (const [row, character] of left.entries()) {
    current[0] = row + 1;
    for (let column = 0; column < right.length; column++) {
      const substitution = (previous[column] ?? 0) + Number(character !== right[column]);
      const deletion = (previous[column + 1] ?? 0) + 1;
      const insertion = (current[column] ?? 0) + 1;
      current[column + 1] = Math.min(substitution, deletion, insertion);
    }
    [previous, current] = [current, previous];
  }
  return previous[right.length] ?? 0;
}
