import { pairedBootstrap } from '../../metrics/paired-bootstrap.ts';
import { mean } from '../../metrics/statistics.ts';
import type { Figures } from '../../write-result.ts';
import { type Baseline, baselines, type ScoredText, type SummaryScore, type System } from './score-text.ts';

const variants = ['rouge1', 'rouge2', 'rougeL', 'rougeLsum'] as const;
const systems: readonly System[] = ['quern', ...baselines];

/**
 * Describes the scores of one set: the mean F1 of each method, the baseline with the best ROUGE-Lsum, and the gain of
 * Quern over it with the confidence interval of a paired bootstrap over texts.
 */
export function describeSet(texts: readonly ScoredText[]): Figures {
  const best = bestBaseline(texts);
  const valuesOf = (system: System, variant: keyof SummaryScore) =>
    texts.map(({ scores }) => scores[system][variant]);
  return {
    texts: texts.length,
    filled: mean(texts.map(({ filled }) => filled)),
    ...Object.fromEntries(
      systems.map((system) => [
        system,
        Object.fromEntries(variants.map((variant) => [variant, mean(valuesOf(system, variant))])),
      ]),
    ),
    best,
    gain: Object.fromEntries(
      variants.map((variant) => [
        variant,
        { ...pairedBootstrap(valuesOf('quern', variant), valuesOf(best, variant)) },
      ]),
    ),
  };
}

/** ROUGE-Lsum by genre, and the means over genres, each of which counts alike. */
export function describeGenres(texts: readonly ScoredText[]): { genres: Figures; means: Figures } {
  const byGenre = Map.groupBy(texts, ({ genre }) => genre);
  const rows = [...byGenre].map(([genre, members]) => {
    const best = bestBaseline(members);
    const scores = Object.fromEntries(systems.map((system) => [system, meanRougeLsum(members, system)]));
    return { genre, texts: members.length, best, scores, bestScore: meanRougeLsum(members, best) };
  });
  const genres = Object.fromEntries(
    rows
      .toSorted((left, right) => left.genre.localeCompare(right.genre))
      .map(({ genre, texts: count, best, scores }) => [genre, { texts: count, ...scores, best }]),
  );
  const means = {
    genres: rows.length,
    ...Object.fromEntries(
      systems.map((system) => [system, mean(rows.map(({ scores }) => scores[system] ?? 0))]),
    ),
    bestOfEach: mean(rows.map(({ bestScore }) => bestScore)),
    below: rows.filter(({ scores, bestScore }) => (scores['quern'] ?? 0) < bestScore).length,
  };
  return { genres, means };
}

function bestBaseline(texts: readonly ScoredText[]): Baseline {
  return baselines.reduce((best, baseline) =>
    meanRougeLsum(texts, baseline) > meanRougeLsum(texts, best) ? baseline : best,
  );
}

function meanRougeLsum(texts: readonly ScoredText[], system: System): number {
  return mean(texts.map(({ scores }) => scores[system].rougeLsum));
}
