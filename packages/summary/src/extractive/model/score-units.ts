import type { RowScorer } from '@quern/runtime/trees/row-scorer';
import type { AnalyzedUnits } from '../features/analyze-units.ts';
import { unitFeatureNames } from '../features/unit-feature-names.ts';
import { perCharacter } from '../selection/per-character.ts';

/**
 * Added to the scores of the first sentences of news, in units of the trees' scores: reporters put what matters first,
 * and the data sets that the trees learn from contain hardly any news.
 */
const newsLead = [1, 1.75, 1.25, 0.5, 0.4, 0.25];
/** Summaries of at least this share of a text are about its spread, not its lead. */
const newsCompressionMax = 0.25;

/** Shares of the text between which centrality takes over from the trees, which learn from short summaries. */
const centralityStart = 0.2;
const centralityEnd = 0.4;
/** Weight of centrality from `centralityEnd` on, in texts without speakers. */
const centralityWeight = 0.75;

/** Added to the scores of sentences with an outcome, an amount, or a number, in units of the trees' scores. */
const substance = { outcome: 0.25, amount: 0.15, number: 0.05 };
const outcomeColumn = unitFeatureNames.indexOf('announcesConclusions');
const amountColumn = unitFeatureNames.indexOf('hasPercentOrMoney');
const numberColumn = unitFeatureNames.indexOf('digits');

/** Weight of the probability that a unit states a key fact. */
const factWeight = 9;
/** Part of it that does not count in news, whose leads say what matters. */
const newsShare = 0.7;

/**
 * Returns how much a character of each unit contributes to a summary; comparable within one text.
 *
 * @param lengths of the units in UTF-16 code units
 * @param facts probability that each unit states a key fact
 */
export function scoreUnits(
  trees: Pick<RowScorer, 'score'>,
  { features: { rows }, centrality }: Pick<AnalyzedUnits, 'features' | 'centrality'>,
  lengths: readonly number[],
  facts: ArrayLike<number>,
): Float64Array {
  const width = unitFeatureNames.length;
  const learned = trees.score(rows, width);
  const news = newsLikeness(rows);
  const central = centralityShare(rows);
  const scores = new Float64Array(learned.length);
  for (let unit = 0; unit < scores.length; unit++) {
    const own = (learned[unit] ?? 0) + news * (newsLead[unit] ?? 0) + substanceOf(rows, unit * width);
    const rank = 0.6 * (centrality.overlap[unit] ?? 1) + 0.4 * (centrality.cosine[unit] ?? 1) - 1;
    const value = factWeight * (1 - newsShare * news) * (facts[unit] ?? 0) * perCharacter(lengths[unit] ?? 0);
    scores[unit] = (1 - central) * own + central * rank + value;
  }
  return scores;
}

/** Bonus of a sentence for what readers act on: an outcome, an amount, a number such as a date. */
function substanceOf(rows: Float32Array, row: number): number {
  const has = (column: number) => ((rows[row + column] ?? 0) > 0 ? 1 : 0);
  return (
    substance.outcome * has(outcomeColumn) +
    substance.amount * has(amountColumn) +
    substance.number * has(numberColumn)
  );
}

/** How much a text looks like a report with many names and without headings, 0 to 1. */
function newsLikeness(rows: Float32Array): number {
  const isPlain =
    columnOf(rows, 'text:hasSpeaker') < 0.1 &&
    columnOf(rows, 'text:headings') < 0.12 &&
    columnOf(rows, 'text:firstPerson') < 0.05 &&
    columnOf(rows, 'text:digits') < 0.1;
  if (!isPlain || columnOf(rows, 'text:compression') >= newsCompressionMax) return 0;
  const names = columnOf(rows, 'text:capitalized');
  return names > 0.04 ? Math.min(1, names / 0.08) : 0;
}

function centralityShare(rows: Float32Array): number {
  if (columnOf(rows, 'text:hasSpeaker') > 0.3) return 0;
  const compression = columnOf(rows, 'text:compression');
  const progress = (compression - centralityStart) / (centralityEnd - centralityStart);
  return centralityWeight * Math.min(1, Math.max(0, progress));
}

/** The value of a column that is the same in all rows. */
function columnOf(rows: Float32Array, name: string): number {
  return rows[unitFeatureNames.indexOf(name)] ?? 0;
}
