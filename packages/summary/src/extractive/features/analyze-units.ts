import type { Outline } from '../outline/summary-unit.ts';
import { countTerms, type TermStatistics } from '../statistics/term-statistics.ts';
import { type Centrality, rankUnits } from '../statistics/text-rank.ts';
import { computeUnitFeatures, type UnitFeatures } from './unit-features.ts';

/** What is known about the units of a text. */
export interface AnalyzedUnits {
  readonly statistics: TermStatistics;
  readonly centrality: Centrality;
  readonly features: UnitFeatures;
}

/**
 * Computes the statistics and features of the units of a text.
 *
 * @param language BCP 47 tag of the text
 * @param lengthMax length of the summary in UTF-16 code units
 * @param yieldIfDue awaited between the passes; may throw to stop
 */
export async function analyzeUnits(
  outline: Outline,
  language: string,
  lengthMax: number,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<AnalyzedUnits> {
  const statistics = countTerms(outline.units);
  await yieldIfDue();
  const centrality = rankUnits(statistics);
  await yieldIfDue();
  const features = computeUnitFeatures({ outline, statistics, centrality, language, lengthMax });
  return { statistics, centrality, features };
}
