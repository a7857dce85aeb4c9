import { rougeTokens } from '../../metrics/rouge.ts';

const damping = 0.85;
const iterationsMax = 100;
const tolerance = 1e-6;

/**
 * TextRank as published (Mihalcea and Tarau, "TextRank: Bringing order into text", 2004): the weight between two
 * sentences is the number of words that they share, over the sum of the logarithms of their lengths, and PageRank with
 * a damping of .85 gives the scores. All words count, without stemming. sumy's implementation in `sumy_peers.py` counts
 * repeated words, removes stop words and stems.
 *
 * @returns one score per sentence
 */
export function rankByOverlap(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) => rougeTokens(sentence));
  const neighbors = weighNeighbors(
    words.map((list) => new Set(list)),
    words.map((list) => Math.log(Math.max(1, list.length))),
  );
  const sums = neighbors.map((row) => row.reduce((sum, { weight }) => sum + weight, 0));
  let scores = sentences.map(() => 1);
  for (let iteration = 0; iteration < iterationsMax; iteration++) {
    const previous = scores;
    scores = neighbors.map(
      (row) =>
        1 -
        damping +
        damping *
          row.reduce(
            (sum, { index, weight }) => sum + (weight / (sums[index] || 1)) * (previous[index] ?? 0),
            0,
          ),
    );
    if (scores.every((score, index) => Math.abs(score - (previous[index] ?? 0)) < tolerance)) break;
  }
  return scores;
}

interface Neighbor {
  readonly index: number;
  readonly weight: number;
}

function weighNeighbors(words: readonly ReadonlySet<string>[], logLengths: readonly number[]): Neighbor[][] {
  const sentencesOf = new Map<string, number[]>();
  for (const [index, set] of words.entries()) {
    for (const word of set) {
      const list = sentencesOf.get(word);
      if (list === undefined) sentencesOf.set(word, [index]);
      else list.push(index);
    }
  }
  return words.map((set, index) => {
    const shared = new Uint32Array(words.length);
    for (const word of set)
      for (const other of sentencesOf.get(word) ?? []) shared[other] = (shared[other] ?? 0) + 1;
    const row: Neighbor[] = [];
    for (const [other, count] of shared.entries()) {
      const norm = (logLengths[index] ?? 0) + (logLengths[other] ?? 0);
      if (other !== index && count > 0 && norm > 0) row.push({ index: other, weight: count / norm });
    }
    return row;
  });
}
