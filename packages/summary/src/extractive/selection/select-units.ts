import { BinaryHeap } from '@quern/runtime/binary-heap';
import { perCharacter } from './per-character.ts';

/** Input of `selectUnits`. */
export interface SelectionInput {
  /** Length of each unit in UTF-16 code units. */
  readonly lengths: readonly number[];
  /** How much each character of a unit contributes to a summary; higher is better. */
  readonly scores: ArrayLike<number>;
  /** The terms of each unit in order. */
  readonly terms: readonly Int32Array[];
  /** For each unit the unit that it cannot be understood without, -1 for none, -2 if it is never selected. */
  readonly antecedents: Int32Array;
  /** The part of the text that each unit belongs to; several units of one part contribute less. */
  readonly parts: ArrayLike<number>;
  /** Probability that each unit of the text states a key fact. */
  readonly facts: ArrayLike<number>;
  /** Probability that each unit names the subject of the text. */
  readonly subjects: ArrayLike<number>;
  /** Index of the first headline. Headlines are after all units of the text, and before them in a summary. */
  readonly headlineStart: number;
  /** For each headline its terms, with how much each names the subject. */
  readonly headlineTopics: readonly ReadonlyMap<number, number>[];
}

/** Limits of a selection. */
export interface SelectionLimits {
  /** Maximum length of the joined units in UTF-16 code units. */
  readonly lengthMax: number;
  /** Length of the separator between two units. */
  readonly separatorLength: number;
  /** Units that contribute less per character are fillers, and are not selected after others. */
  readonly gainMin: number;
  /** Units that are selected already; they fit. */
  readonly initial?: readonly number[];
  /** Number of units that the search is repeated from; none by default. */
  readonly starts?: number;
}

/** How a selection weighs score, repetition and coverage. */
export interface SelectionWeights {
  /** Multiplied with the probability that a unit names the subject and no selected one does. */
  readonly subject: number;
  /** Added to that in proportion to the probability that the unit states a key fact as well: such a sentence is the message of a short text. */
  readonly message: number;
  /** The same as `subject` for headlines. */
  readonly headline: number;
  /** Subtracted from the score of a unit all of whose word pairs are in selected units, in proportion. */
  readonly repetition: number;
  /** Subtracted from the score for each unit of the same part that was selected before. */
  readonly crowding: number;
}

/** A headline is not said by sentences without more than this share of its terms of the subject, by weight. */
const missingShareMax = 0.3;
/** A unit that shares more of its word pairs with the selected ones repeats them. */
const repeatedShareMax = 0.6;
/** A unit whose gain was computed again this many times is taken, so that the time is near-linear even if most units are. */
const attemptsMax = 6;
/** Number of units that a search is repeated with. */
const candidatesMax = 40;
/** Maximum number of antecedents that are selected with a unit. */
const antecedentsMax = 2;

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
  const text = selectBest(input, limits, weights, []);
  const unsaid = text.unsaidHeadlines();
  if (unsaid.length === 0) return text.indices;
  const named = unsaid.filter((headline) => isOnlyName(input, headline)).slice(0, 1);
  const initial = [...(limits.initial ?? []), ...named];
  const { indices } = selectBest(input, { ...limits, initial }, weights, unsaid);
  return indices.length === 0 ? text.indices : indices;
}

/** Whether only a headline can name the subject, since it probably does, and no sentence of the text has a word of it. */
function isOnlyName({ subjects, headlineStart, headlineTopics }: SelectionInput, headline: number): boolean {
  return headlineTopics[headline - headlineStart]?.size === 0 && (subjects[headline] ?? 0) >= 0.5;
}

/** @param headlines the ones that may be selected */
function selectBest(
  input: SelectionInput,
  limits: SelectionLimits,
  weights: SelectionWeights,
  headlines: readonly number[],
): Selection {
  const { starts = 0 } = limits;
  let best = new Selection(input, limits, weights);
  const candidates = starts === 0 ? [] : best.candidates();
  best.run([...Array(input.headlineStart).keys(), ...headlines]);
  const others = [...candidates.map(({ unit }) => unit), ...headlines];
  for (const { unit } of candidates.sort((left, right) => right.value - left.value).slice(0, starts)) {
    const other = new Selection(input, limits, weights);
    other.run(others, unit);
    if (other.total > best.total) best = other;
  }
  return best;
}

class Selection {
  readonly #input: SelectionInput;
  readonly #limits: SelectionLimits;
  readonly #weights: SelectionWeights;
  readonly #selected = new Set<number>();
  readonly #pairs = new Set<number>();
  /** Probability that no selected unit names the subject. */
  #unnamed = 1;
  readonly #partCounts = new Map<number, number>();
  #length: number;
  #total = 0;

  constructor(input: SelectionInput, limits: SelectionLimits, weights: SelectionWeights) {
    this.#input = input;
    this.#limits = limits;
    this.#weights = weights;
    this.#length = -limits.separatorLength;
    for (const unit of limits.initial ?? []) this.#add(unit);
  }

  /** The contribution of the units that `run` added; least without a unit of the text. */
  get total(): number {
    return this.#hasText() ? this.#total : Number.NEGATIVE_INFINITY;
  }

  get indices(): number[] {
    if (!this.#hasText()) return [];
    const ascending = [...this.#selected].sort((left, right) => left - right);
    const headlines = ascending.findIndex((unit) => unit >= this.#input.headlineStart);
    return headlines < 0 ? ascending : [...ascending.slice(headlines), ...ascending.slice(0, headlines)];
  }

  /** The units that contribute most per character, of those that fit, with the values of the whole units. */
  candidates(): { readonly unit: number; readonly value: number }[] {
    const found: { readonly unit: number; readonly value: number; readonly gain: number }[] = [];
    for (let unit = 0; unit < this.#input.headlineStart; unit++) {
      const bundle = this.#selected.has(unit) ? [] : this.#bundleOf(unit);
      const gain = this.#gainOf(bundle) ?? 0;
      if (gain > 0 && this.#fits(bundle)) found.push({ unit, gain, value: gain * this.#lengthOf(bundle) });
    }
    return found.sort((left, right) => right.gain - left.gain).slice(0, candidatesMax);
  }

  /** The headlines that the selected units do not say; none if a headline is selected. */
  unsaidHeadlines(): number[] {
    const { headlineStart, headlineTopics, terms } = this.#input;
    if (headlineTopics.length === 0) return [];
    const said = new Set<number>();
    for (const unit of this.#selected) {
      if (unit >= headlineStart) return [];
      for (const term of terms[unit] ?? []) said.add(term);
    }
    return headlineTopics.flatMap((topics, headline) => {
      const weights = [...topics];
      const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
      const missing = weights.reduce((sum, [term, weight]) => sum + (said.has(term) ? 0 : weight), 0);
      return missing > missingShareMax * all || all === 0 ? [headlineStart + headline] : [];
    });
  }

  /**
   * Adds units.
   *
   * @param candidates the ones that may be added
   * @param start the first one, which fits; by default the one that contributes most per character
   */
  run(candidates: readonly number[], start?: number): void {
    const { gainMin } = this.#limits;
    const { lengths } = this.#input;
    if (start !== undefined) this.#addBundle(this.#bundleOf(start));
    const heap = new BinaryHeap();
    for (const unit of candidates) {
      const gain = this.#selected.has(unit) ? undefined : this.#gainOf(this.#bundleOf(unit));
      if (gain !== undefined) heap.push(unit, gain);
    }
    const attempts = new Uint8Array(lengths.length);
    for (let unit = heap.pop(); unit !== undefined; unit = heap.pop()) {
      if (this.#selected.has(unit)) continue;
      const bundle = this.#bundleOf(unit);
      const gain = this.#gainOf(bundle);
      if (gain === undefined || !this.#fits(bundle)) continue;
      // The gain may have decreased since the unit was queued.
      const attempt = attempts[unit] ?? 0;
      if (gain < heap.topPriority - 1e-12 && attempt < attemptsMax) {
        attempts[unit] = attempt + 1;
        heap.push(unit, gain);
        continue;
      }
      if (this.#hasText() && gain < gainMin) break;
      this.#addBundle(bundle);
      const dependent = unit + 1;
      if (this.#input.antecedents[dependent] === unit && !this.#selected.has(dependent)) {
        const next = this.#gainOf(this.#bundleOf(dependent));
        if (next !== undefined) heap.push(dependent, next);
      }
    }
  }

  /** Whether a unit is selected that is no headline. */
  #hasText(): boolean {
    for (const unit of this.#selected) if (unit < this.#input.headlineStart) return true;
    return false;
  }

  /** A unit and the units that it needs and that are not selected; empty if it cannot be selected. */
  #bundleOf(unit: number): number[] {
    const bundle = [unit];
    for (let at = unit; ; ) {
      const antecedent = this.#input.antecedents[at] ?? -1;
      if (antecedent === -2 || bundle.length > antecedentsMax + 1) return [];
      if (antecedent < 0 || this.#selected.has(antecedent)) return bundle;
      bundle.push(antecedent);
      at = antecedent;
    }
  }

  /** Length of units without separators. */
  #lengthOf(bundle: readonly number[]): number {
    return bundle.reduce((sum, unit) => sum + (this.#input.lengths[unit] ?? 0), 0);
  }

  #fits(bundle: readonly number[]): boolean {
    const { separatorLength, lengthMax } = this.#limits;
    return this.#length + bundle.length * separatorLength + this.#lengthOf(bundle) <= lengthMax;
  }

  /** The contribution per character; undefined if the units only repeat what is selected, or cannot be selected. */
  #gainOf(bundle: readonly number[]): number | undefined {
    let total = 0;
    for (const unit of bundle) {
      const repeated = this.#repeatedShare(unit);
      if (repeated > repeatedShareMax) return undefined;
      const crowding = this.#partCounts.get(this.#input.parts[unit] ?? 0) ?? 0;
      const own = this.#input.lengths[unit] ?? 0;
      const gain =
        (this.#input.scores[unit] ?? 0) -
        this.#weights.repetition * repeated -
        this.#weights.crowding * crowding +
        this.#naming(unit) * perCharacter(own);
      total += gain * own;
    }
    const length = this.#lengthOf(bundle);
    return length === 0 ? undefined : total / length;
  }

  /** The value of a unit's naming the subject. */
  #naming(unit: number): number {
    const { subject, message, headline } = this.#weights;
    const { facts, subjects, headlineStart } = this.#input;
    const weight = unit < headlineStart ? subject + message * (facts[unit] ?? 0) : headline;
    return weight * this.#unnamed * (subjects[unit] ?? 0);
  }

  #repeatedShare(unit: number): number {
    const terms = this.#input.terms[unit] ?? [];
    if (this.#pairs.size === 0 || terms.length === 0) return 0;
    if (terms.length === 1) return Number(this.#pairs.has(pairOf(terms[0], -1)));
    let known = 0;
    for (let index = 1; index < terms.length; index++)
      if (this.#pairs.has(pairOf(terms[index - 1], terms[index]))) known++;
    return known / (terms.length - 1);
  }

  #addBundle(bundle: readonly number[]): void {
    this.#total += (this.#gainOf(bundle) ?? 0) * this.#lengthOf(bundle);
    for (const member of bundle) this.#add(member);
  }

  #add(unit: number): void {
    const terms = this.#input.terms[unit] ?? [];
    if (terms.length === 1) this.#pairs.add(pairOf(terms[0], -1));
    for (let index = 1; index < terms.length; index++)
      this.#pairs.add(pairOf(terms[index - 1], terms[index]));
    this.#unnamed *= 1 - (this.#input.subjects[unit] ?? 0);
    const part = this.#input.parts[unit] ?? 0;
    this.#partCounts.set(part, (this.#partCounts.get(part) ?? 0) + 1);
    this.#length += this.#limits.separatorLength + (this.#input.lengths[unit] ?? 0);
    this.#selected.add(unit);
  }
}

/** A number for two adjacent terms. */
function pairOf(first = 0, second = 0): number {
  return first * 4_194_304 + second + 1;
}
