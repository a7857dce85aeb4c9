import { selectUnits } from './select-units.ts';
import type { SelectionInput } from './selection-input.ts';

/** Lengths of the summaries of a text in UTF-16 code units. */
export interface NestedLengths {
  /** Maximum length without a limit, except for key facts. */
  readonly usualLengthMax: number;
  /** Maximum length without a limit, if the text has more key facts; not less than `usualLengthMax`. */
  readonly extendedLengthMax: number;
  /** Length of the separator between two units. */
  readonly separatorLength: number;
}

/** The shortest milestone in UTF-16 code units; the others are its doubles. */
const shortestMilestone = 150;
/** A summary contains that of a milestone if the milestone is at most this share of its limit: closer ones would leave no choice. */
const nestedShareMax = 1 / 2;
/** How the selection weighs naming the subject, repetition and crowding against scores. A headline names it in few words. */
const weights = { subject: 3, message: 6, headline: 6, repetition: 1.5, crowding: 0.05 };
/** In summaries up to this length, in which few units fit, the search is repeated from this many units. */
const repeatedLengthMax = 300;
const startsMax = 6;
/** In longer texts, that would take too long for what it gains. */
const repeatedUnitsMax = 2000;
/** Share of the text up to which a summary may be shorter than its limit instead of having fillers. */
const fillerCompressionMax = 0.4;
/** The contribution per character from which a unit is no filler. */
const gainMin = 0.8;
/** The contribution per character from which a unit is worth a longer summary than usual. */
const extensionGainMin = 1.5;

/**
 * Selects the units of summaries of a text, so that a longer summary does not lack what a shorter one says: the summaries of the milestones (150 code units and its
 * doubles, and those without a limit) contain each other, and every other summary contains those of milestones that are much shorter.
 */
export class NestedSelection {
  readonly #input: SelectionInput;
  readonly #lengths: NestedLengths;
  readonly #textLength: number;
  /** The units of milestones that were selected. */
  readonly #milestones = new Map<number, readonly number[]>();

  constructor(input: SelectionInput, lengths: NestedLengths) {
    this.#input = input;
    this.#lengths = lengths;
    this.#textLength = input.lengths.reduce((sum, length) => sum + length, 0);
  }

  /**
   * Selects the units of a summary.
   *
   * @param lengthMax maximum length of the joined units in UTF-16 code units
   * @returns indices in ascending order; none if no unit fits
   */
  select(lengthMax: number): number[] {
    const milestones = this.#milestonesUpTo(lengthMax);
    if (milestones.includes(lengthMax)) return [...this.#selectMilestones(milestones)];
    const shorter = milestones.filter((length) => length <= nestedShareMax * lengthMax);
    return this.#fill(lengthMax, this.#selectMilestones(shorter));
  }

  /** Selects the units of the last one of the first milestones; none for no milestone. */
  #selectMilestones(milestones: readonly number[]): readonly number[] {
    let selected: readonly number[] = [];
    for (const length of milestones) {
      selected = this.#milestones.get(length) ?? this.#fill(length, selected);
      this.#milestones.set(length, selected);
    }
    return selected;
  }

  #milestonesUpTo(lengthMax: number): number[] {
    const { usualLengthMax, extendedLengthMax } = this.#lengths;
    const milestones = new Set([usualLengthMax, extendedLengthMax].filter((length) => length <= lengthMax));
    for (let length = shortestMilestone; length <= lengthMax; length *= 2) milestones.add(length);
    return [...milestones].sort((left, right) => left - right);
  }

  #fill(lengthMax: number, initial: readonly number[]): number[] {
    const { separatorLength } = this.#lengths;
    return selectUnits(
      this.#input,
      {
        lengthMax,
        separatorLength,
        gainMin: this.#gainMinOf(lengthMax),
        initial,
        starts:
          lengthMax <= repeatedLengthMax && this.#input.lengths.length <= repeatedUnitsMax ? startsMax : 0,
      },
      weights,
    );
  }

  #gainMinOf(lengthMax: number): number {
    const { usualLengthMax, extendedLengthMax } = this.#lengths;
    if (lengthMax === extendedLengthMax && lengthMax > usualLengthMax) return extensionGainMin;
    // In a summary that is a large part of the text, no sentence is a filler.
    const hasFillers = lengthMax < fillerCompressionMax * this.#textLength;
    return hasFillers ? gainMin : Number.NEGATIVE_INFINITY;
  }
}
