import { areAbsent } from '../statistics/topic-terms.ts';
import { Selection } from './selection.ts';
import type { SelectionInput, SelectionLimits, SelectionWeights } from './selection-input.ts';

/**
 * Selects units by lazy greedy search (Minoux, "Accelerated greedy algorithms for maximizing submodular set functions",
 * 1978): repeatedly the one that contributes most per character, with the units that it cannot be understood without.
 * Units that do not fit are skipped.
 *
 * Where few units fit, two short ones may be worth less than a long one. So the search can be repeated from each of the units that contribute most, and the
 * best of these selections counts (Khuller, Moss and Naor, "The budgeted maximum coverage problem", 1999).
 *
 * A headline is selected only if the sentences that would be selected without it do not say what it says.
 *
 * @returns indices in ascending order, headlines first; none if no unit of the text fits
 */
export function selectUnits(
  input: SelectionInput,
  limits: SelectionLimits,
  weights: SelectionWeights,
): number[] {
  const gains = new Selection(input, limits, weights).gains();
  const text = selectBest(input, limits, weights, gains, []);
  const unsaid = text.unsaidHeadlines();
  if (unsaid.length === 0) return text.indices;
  const named = unsaid.find((headline) => isOnlyName(input, headline));
  const { indices } =
    named === undefined
      ? selectBest(input, limits, weights, gains, unsaid)
      : selectNamed(input, limits, weights, named, unsaid);
  return indices.length === 0 ? text.indices : indices;
}

/** Selects units after a headline. */
function selectNamed(
  input: SelectionInput,
  limits: SelectionLimits,
  weights: SelectionWeights,
  headline: number,
  headlines: readonly number[],
): Selection {
  const named = { ...limits, initial: [...(limits.initial ?? []), headline] };
  const gains = new Selection(input, named, weights).gains();
  return selectBest(input, named, weights, gains, headlines);
}

/** Whether only a headline can name the subject, since it probably does, and no sentence of the text has a word of it. */
function isOnlyName({ subjects, headlineStart, headlineWords }: SelectionInput, headline: number): boolean {
  return areAbsent(headlineWords[headline - headlineStart]) && (subjects[headline] ?? 0) >= 0.5;
}

/**
 * @param gains what each unit contributes to the initial ones
 * @param headlines the ones that may be selected
 */
function selectBest(
  input: SelectionInput,
  limits: SelectionLimits,
  weights: SelectionWeights,
  gains: Float64Array,
  headlines: readonly number[],
): Selection {
  const { starts = 0 } = limits;
  let best = new Selection(input, limits, weights);
  const candidates = starts === 0 ? [] : best.candidates(gains);
  best.run([...Array(input.headlineStart).keys(), ...headlines], gains);
  const others = [...candidates.map(({ unit }) => unit), ...headlines];
  for (const { unit } of candidates.sort((left, right) => right.value - left.value).slice(0, starts)) {
    const other = new Selection(input, limits, weights);
    other.start(unit);
    other.run(others);
    if (other.total > best.total) best = other;
  }
  return best;
}
