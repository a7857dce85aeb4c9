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
  /** Probability that each unit names the subject of the text. */
  readonly subjects: ArrayLike<number>;
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
}

/** How a selection weighs score, repetition and coverage. */
export interface SelectionWeights {
  /** Multiplied with the probability that a unit names the subject and no selected one does. */
  readonly subject: number;
  /** Subtracted from the score of a unit all of whose word pairs are in selected units, in proportion. */
  readonly repetition: number;
  /** Subtracted from the score for each unit of the same part that was selected before. */
  readonly crowding: number;
}

/** A unit that shares more of its word pairs with the selected ones repeats them. */
const repeatedShareMax = 0.6;
/** A unit whose gain was computed again this many times is taken, so that the time is near-linear even if most units are. */
const attemptsMax = 6;
/** Maximum number of antecedents that are selected with a unit. */
const antecedentsMax = 2;

/**
 * Selects units by lazy greedy search (Minoux, "Accelerated greedy algorithms for maximizing submodular set functions",
 * 1978): repeatedly the one that contributes most per character, with the units that it cannot be understood without.
 * Units that do not fit are skipped.
 *
 * @returns indices in ascending order
 */
export function selectUnits(
  input: SelectionInput,
  limits: SelectionLimits,
  weights: SelectionWeights,
): number[] {
  return new Selection(input, limits, weights).run();
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

  constructor(input: SelectionInput, limits: SelectionLimits, weights: SelectionWeights) {
    this.#input = input;
    this.#limits = limits;
    this.#weights = weights;
    this.#length = -limits.separatorLength;
  }

  run(): number[] {
    const { initial = [], gainMin } = this.#limits;
    const { lengths } = this.#input;
    for (const unit of initial) this.#add(unit);
    const heap = new BinaryHeap();
    for (const unit of lengths.keys()) {
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
      if (this.#selected.size > 0 && gain < gainMin) break;
      for (const member of bundle) this.#add(member);
      const dependent = unit + 1;
      if (this.#input.antecedents[dependent] === unit && !this.#selected.has(dependent)) {
        const next = this.#gainOf(this.#bundleOf(dependent));
        if (next !== undefined) heap.push(dependent, next);
      }
    }
    return [...this.#selected].sort((left, right) => left - right);
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

  #fits(bundle: readonly number[]): boolean {
    let length = this.#length;
    for (const unit of bundle) length += this.#limits.separatorLength + (this.#input.lengths[unit] ?? 0);
    return length <= this.#limits.lengthMax;
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
        this.#weights.subject * this.#unnamed * (this.#input.subjects[unit] ?? 0) * perCharacter(own);
      total += gain * own;
      length += own;
    }
    return length === 0 ? undefined : total / length;
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
