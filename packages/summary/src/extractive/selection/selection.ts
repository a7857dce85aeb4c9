import { BinaryHeap } from '@quern/runtime/binary-heap';
import { perCharacter } from './per-character.ts';
import type { SelectionInput, SelectionLimits, SelectionWeights } from './selection-input.ts';

/** A headline that names the subject less probably is a label, such as "Minutes 07/2024". */
const subjectMin = 0.35;
/** The weight of a word of a headline that is no term of the subject. */
const wordWeight = 0.15;
/** A headline is not said by sentences without more than this share of its terms of the subject, by weight. */
const missingShareMax = 0.3;
/** A unit that shares more of its word pairs with the selected ones repeats them. */
const repeatedShareMax = 0.6;
/** A unit whose gain was computed again this many times is taken, so that the time is near-linear even if most units are. */
const attemptsMax = 6;
/** Number of units that a search is repeated with. */
const candidatesMax = 40;
/** Terms whose pairs are numbered from 0 to 2³⁰. */
const smallTermsMax = 32_768;
/** Maximum number of antecedents that are selected with a unit. */
const antecedentsMax = 2;

/** The units that a search has selected. */
export class Selection {
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

  /** The contribution of each unit per character to the selected ones; not a number for one that cannot be selected. */
  gains(): Float64Array {
    return Float64Array.from(this.#input.lengths, (_, unit) => this.#gain(unit) ?? Number.NaN);
  }

  /**
   * The units that contribute most per character, of those that fit, with the values of the whole units.
   *
   * @param gains what `gains` has returned
   */
  candidates(gains: Float64Array): { readonly unit: number; readonly value: number }[] {
    const found: { readonly unit: number; readonly value: number; readonly gain: number }[] = [];
    for (let unit = 0; unit < this.#input.headlineStart; unit++) {
      const gain = gains[unit] ?? 0;
      if (!(gain > 0)) continue;
      const bundle = this.#bundleOf(unit);
      if (this.#fits(bundle)) found.push({ unit, gain, value: gain * this.#lengthOf(bundle) });
    }
    return found.sort((left, right) => right.gain - left.gain).slice(0, candidatesMax);
  }

  /** The headlines that the selected units do not say; none if a headline is selected. */
  unsaidHeadlines(): number[] {
    const { headlineStart, headlineWords, subjects, terms } = this.#input;
    if (headlineWords.length === 0) return [];
    const said = new Set<number>();
    for (const unit of this.#selected) {
      if (unit >= headlineStart) return [];
      for (const term of terms[unit] ?? []) said.add(term);
    }
    return headlineWords.flatMap((words, headline) => {
      if ((subjects[headlineStart + headline] ?? 0) < subjectMin) return [];
      let all = 0;
      let missing = 0;
      for (const { weight, terms: own } of words) {
        const value = Math.max(weight, wordWeight);
        all += value;
        if (!own.some((term) => said.has(term))) missing += value;
      }
      return missing > missingShareMax * all || all === 0 ? [headlineStart + headline] : [];
    });
  }

  /** Adds a unit, which fits, with those that it needs. */
  start(unit: number): void {
    this.#addBundle(this.#bundleOf(unit));
  }

  /**
   * Adds units.
   *
   * @param candidates the ones that may be added
   * @param gains what `gains` would return, if it is known
   */
  run(candidates: readonly number[], gains?: Float64Array): void {
    const { gainMin } = this.#limits;
    const { lengths } = this.#input;
    const heap = new BinaryHeap();
    for (const unit of candidates) {
      const gain = (gains === undefined ? this.#gain(unit) : gains[unit]) ?? Number.NaN;
      if (!Number.isNaN(gain)) heap.push(unit, gain);
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

  /** The contribution per character of a unit, with those that it needs; undefined if it is selected, cannot be, or does not fit. */
  #gain(unit: number): number | undefined {
    if (this.#selected.has(unit) || !this.#fits([unit])) return undefined;
    return this.#gainOf(this.#bundleOf(unit));
  }

  /** The contribution per character; undefined if the units only repeat what is selected, or cannot be selected. */
  #gainOf(bundle: readonly number[]): number | undefined {
    let total = 0;
    let length = 0;
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
      length += own;
    }
    return length === 0 ? undefined : total / length;
  }

  /** The value of a unit's naming the subject. */
  #naming(unit: number): number {
    const { subject, message, headline } = this.#weights;
    const { facts, subjects, headlineStart } = this.#input;
    const own = subjects[unit] ?? 0;
    if (unit >= headlineStart) return headline * this.#unnamed * own;
    return (subject + message * (facts[unit] ?? 0)) * this.#unnamed * own;
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
    const missed = 1 - (this.#input.subjects[unit] ?? 0);
    // The estimates of a text with a title depend on its words, and are right or wrong together: the highest counts.
    const hasTitle = this.#input.headlineWords.length > 0;
    this.#unnamed = hasTitle ? Math.min(this.#unnamed, missed) : this.#unnamed * missed;
    const part = this.#input.parts[unit] ?? 0;
    this.#partCounts.set(part, (this.#partCounts.get(part) ?? 0) + 1);
    this.#length += this.#limits.separatorLength + (this.#input.lengths[unit] ?? 0);
    this.#selected.add(unit);
  }
}

/** A number for two adjacent terms; of most texts a small one, of which a Set is several times as fast. */
function pairOf(first = 0, second = 0): number {
  if (first < smallTermsMax && second < smallTermsMax) return first * smallTermsMax + second + 1;
  return smallTermsMax ** 2 + first * 4_194_304 + second + 1;
}
