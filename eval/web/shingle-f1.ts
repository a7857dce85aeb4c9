/** Hits, surplus and misses of one page, as shares of their sum. */
export interface ShingleCounts {
  readonly hits: number;
  readonly surplus: number;
  readonly missed: number;
}

const shingleLength = 4;

/**
 * Compares runs of four words as multisets, after the article extraction benchmark of Scrapinghub
 * (https://github.com/scrapinghub/article-extraction-benchmark): order counts, and so does text in between.
 */
export function shingleCounts(answer: readonly string[], gold: readonly string[]): ShingleCounts {
  const left = countShingles(gold);
  let hits = 0;
  let surplus = 0;
  for (const [shingle, count] of countShingles(answer)) {
    const common = Math.min(count, left.get(shingle) ?? 0);
    hits += common;
    surplus += count - common;
  }
  const all = [...left.values()].reduce((sum, count) => sum + count, 0);
  const sum = surplus + all || 1;
  return { hits: hits / sum, surplus: surplus / sum, missed: (all - hits) / sum };
}

/** F1 of the pages' mean precision and mean recall; pages without an answer, or without gold, do not count for one of them. */
export function shingleF1(pages: readonly ShingleCounts[]): number {
  const precision = mean(
    pages
      .filter(({ hits, surplus }) => hits + surplus > 0)
      .map(({ hits, surplus }) => hits / (hits + surplus)),
  );
  const recall = mean(
    pages.filter(({ hits, missed }) => hits + missed > 0).map(({ hits, missed }) => hits / (hits + missed)),
  );
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

function countShingles(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  if (words.length === 0) return counts;
  for (let index = 0; index <= Math.max(0, words.length - shingleLength); index++) {
    const shingle = words.slice(index, index + shingleLength).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
