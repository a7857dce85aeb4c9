import { mean } from './statistics.ts';

/** Matching, surplus and missing shingles of one page, as shares of their sum. */
export interface ShingleCounts {
  readonly hits: number;
  readonly surplus: number;
  readonly missed: number;
}

const shingleLength = 4;

/**
 * Compares runs of four words (shingles) as multisets, as the article extraction benchmark of Scrapinghub does
 * (https://github.com/scrapinghub/article-extraction-benchmark): unlike word F1 it is sensitive to order and to
 * text inserted in between.
 */
export function shingleCounts(predicted: readonly string[], gold: readonly string[]): ShingleCounts {
  const goldShingles = countShingles(gold);
  let hits = 0;
  let surplus = 0;
  for (const [shingle, count] of countShingles(predicted)) {
    const common = Math.min(count, goldShingles.get(shingle) ?? 0);
    hits += common;
    surplus += count - common;
  }
  const goldCount = [...goldShingles.values()].reduce((sum, count) => sum + count, 0);
  const total = surplus + goldCount || 1;
  return { hits: hits / total, surplus: surplus / total, missed: (goldCount - hits) / total };
}

/**
 * F1 of the mean precision and the mean recall over pages. Pages without predicted text do not count for
 * precision, pages without gold text do not count for recall.
 */
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
