import { rougeTokens } from './rouge.ts';

/**
 * ROUGE-L of whole summaries (`rougeLsum` of Google's `rouge_score`), which most publications on summaries call ROUGE-L:
 * for each sentence of the reference the union of its longest common subsequences with all sentences of the summary
 * (Lin, "ROUGE: A package for automatic evaluation of summaries", 2004, section 3.2). A word counts at most as often as
 * it occurs in either text. The order of the sentences therefore does not matter.
 *
 * @param summary sentences of the summary
 * @param reference sentences of the reference
 * @returns F1, 0 to 1
 */
export function rougeLsum(summary: readonly string[], reference: readonly string[]): number {
  const predicted = summary.map((sentence) => rougeTokens(sentence));
  const expected = reference.map((sentence) => rougeTokens(sentence));
  const remaining = countTokens(predicted);
  const remainingExpected = countTokens(expected);
  const [predictedCount, expectedCount] = [predicted.flat().length, expected.flat().length];
  let overlap = 0;
  for (const sentence of expected) {
    const union = new Set(predicted.flatMap((other) => commonPositions(sentence, other)));
    for (const position of union) {
      const token = sentence[position] ?? '';
      const [left = 0, right = 0] = [remaining.get(token), remainingExpected.get(token)];
      if (left === 0 || right === 0) continue;
      remaining.set(token, left - 1);
      remainingExpected.set(token, right - 1);
      overlap++;
    }
  }
  return predictedCount + expectedCount === 0 ? 0 : (2 * overlap) / (predictedCount + expectedCount);
}

function countTokens(sentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of sentences.flat()) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Positions in `left` of a longest common subsequence; of several, the one that `rouge_score` finds. */
function commonPositions(left: readonly string[], right: readonly string[]): number[] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      lengths[row * width + column] =
        left[row - 1] === right[column - 1]
          ? at(row - 1, column - 1) + 1
          : Math.max(at(row - 1, column), at(row, column - 1));
    }
  }
  const positions: number[] = [];
  let [row, column] = [left.length, right.length];
  while (row > 0 && column > 0) {
    if (left[row - 1] === right[column - 1]) {
      positions.push(row - 1);
      row--;
      column--;
    } else if (at(row, column - 1) > at(row - 1, column)) column--;
    else row--;
  }
  return positions;
}
