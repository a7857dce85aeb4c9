import type { Outline } from '../outline/summary-unit.ts';
import { extractTerms } from '../statistics/extract-terms.ts';
import { countTerms, type TermStatistics } from '../statistics/term-statistics.ts';
import { type Centrality, rankUnits } from '../statistics/text-rank.ts';
import { findHeadlineWords, findTopicTerms, type HeadlineWord } from '../statistics/topic-terms.ts';
import { compareVectors } from '../vectors/compare-vectors.ts';
import type { WordVectors } from '../vectors/word-vectors.ts';
import { computeCueFeatures } from './cue-features.ts';
import { computeHeadlineFeatures } from './headline-features.ts';
import { computeUnitFeatures, type UnitFeatures } from './unit-features.ts';

/** Statistics and features of the units of a text. */
export interface AnalyzedUnits {
  readonly statistics: TermStatistics;
  readonly centrality: Centrality;
  readonly features: UnitFeatures;
  /** Rows of `cueFeatureNames.length` values. */
  readonly cues: Float32Array;
  /** A row of `headlineFeatureNames.length` values for each headline. */
  readonly headlines: readonly (readonly number[])[];
  /** The telling words of each headline. */
  readonly headlineWords: readonly (readonly HeadlineWord[])[];
}

/** Options of `analyzeUnits`. */
export interface AnalyzeUnitsOptions {
  readonly language: string;
  readonly lengthMax: number;
  readonly vectors: WordVectors;
}

/**
 * Computes the statistics and features of the units of a text.
 *
 * @param options.language BCP 47 tag of the text
 * @param options.lengthMax length of the summary in UTF-16 code units
 * @param yieldIfDue awaited between the passes; may throw to stop
 */
export async function analyzeUnits(
  outline: Outline,
  { language, lengthMax, vectors }: AnalyzeUnitsOptions,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<AnalyzedUnits> {
  const statistics = countTerms(outline.units);
  await yieldIfDue();
  const centrality = rankUnits(statistics);
  await yieldIfDue();
  const words = statistics.words.map((list) => list.map((word) => vectors.read(word)));
  const titleWords = extractTerms(outline.title).map((word) => vectors.read(word));
  const similarities = compareVectors(vectors.dimensions, words, titleWords);
  await yieldIfDue();
  const features = computeUnitFeatures({
    outline,
    statistics,
    centrality,
    similarities,
    language,
    lengthMax,
  });
  const rarityOf = (word: string) => vectors.read(word).rarity;
  const topics = findTopicTerms(outline, statistics, rarityOf);
  const headlineWords = outline.headlines.map(({ text }) =>
    findHeadlineWords(text, statistics, topics, rarityOf),
  );
  return {
    statistics,
    centrality,
    features,
    cues: computeCueFeatures(vectors.phrases, words, statistics.distinct, topics),
    headlines: computeHeadlineFeatures(outline.headlines, headlineWords),
    headlineWords,
  };
}
