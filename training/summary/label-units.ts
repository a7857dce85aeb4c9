/** Labels of the sentences of a text. */
export interface UnitLabels {
  /** Share of the words of each sentence that occur in the reference. */
  readonly unigrams: number[];
  /** Share of the pairs of adjacent words of each sentence that occur in the reference. */
  readonly bigrams: number[];
  /** Order in which a greedy search by ROUGE-1 and ROUGE-2 takes each sentence, from 1; 0 if it does not. */
  readonly oracle: number[];
}

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

function countsOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function overlap(items: readonly string[], reference: ReadonlyMap<string, number>): number {
  let hits = 0;
  for (const [item, count] of countsOf(items)) hits += Math.min(count, reference.get(item) ?? 0);
  return hits;
}

/**
 * Labels sentences by their overlap with the closest of several references. The oracle approximates the longest one, within
 * a tenth or 40 characters more than `lengthMax`.
 */
export function labelUnits(
  units: readonly string[],
  references: readonly string[],
  lengthMax: number,
): UnitLabels {
  const words = units.map(wordsOf);
  const pairs = words.map(pairsOf);
  const labels = { unigrams: units.map(() => 0), bigrams: units.map(() => 0), oracle: units.map(() => 0) };
  for (const reference of references) {
    const referenceWords = wordsOf(reference);
    const unigrams = countsOf(referenceWords);
    const bigrams = countsOf(pairsOf(referenceWords));
    for (const index of units.keys()) {
      const own = words[index] ?? [];
      labels.unigrams[index] = Math.max(
        labels.unigrams[index] ?? 0,
        overlap(own, unigrams) / Math.max(1, own.length),
      );
      labels.bigrams[index] = Math.max(
        labels.bigrams[index] ?? 0,
        overlap(pairs[index] ?? [], bigrams) / Math.max(1, own.length - 1),
      );
    }
  }
  const longest = references.reduce((left, right) => (right.length > left.length ? right : left), '');
  for (const [rank, index] of greedyOracle(units, words, pairs, longest, lengthMax).entries())
    labels.oracle[index] = rank + 1;
  return labels;
}

function greedyOracle(
  units: readonly string[],
  words: readonly (readonly string[])[],
  pairs: readonly (readonly string[])[],
  reference: string,
  lengthMax: number,
): number[] {
  const referenceWords = wordsOf(reference);
  const unigrams = countsOf(referenceWords);
  const bigrams = countsOf(pairsOf(referenceWords));
  const chosen: number[] = [];
  const [takenWords, takenPairs]: [string[], string[]] = [[], []];
  let length = 0;
  let score = 0;
  for (;;) {
    let best = -1;
    let bestScore = score;
    for (const [index, unit] of units.entries()) {
      if (chosen.includes(index) || length + unit.length > Math.max(lengthMax * 1.1, lengthMax + 40))
        continue;
      const own = words[index] ?? [];
      const total = takenWords.length + own.length + referenceWords.length;
      const candidate =
        (2 * overlap([...takenWords, ...own], unigrams)) / total +
        (2 * overlap([...takenPairs, ...(pairs[index] ?? [])], bigrams)) / Math.max(1, total - 2);
      if (candidate > bestScore + 1e-9) {
        best = index;
        bestScore = candidate;
      }
    }
    if (best < 0) return chosen;
    chosen.push(best);
    takenWords.push(...(words[best] ?? []));
    takenPairs.push(...(pairs[best] ?? []));
    length += units[best]?.length ?? 0;
    score = bestScore;
  }
}
