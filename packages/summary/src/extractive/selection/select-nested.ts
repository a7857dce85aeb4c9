import { type SelectionInput, selectUnits } from './select-units.ts';

/** Limits of a summary. */
export interface NestedLimits {
  /** Maximum length of the joined units in UTF-16 code units. */
  readonly lengthMax: number;
  /** Maximum length without a limit. */
  readonly usualLengthMax: number;
  /** Length of the separator between two units. */
  readonly separatorLength: number;
}

/** The shortest milestone in UTF-16 code units; the others are its doubles. */
const shortestMilestone = 150;
/** A summary contains that of a milestone if the milestone is at most this share of its limit: closer ones would leave no choice. */
const nestedShareMax = 1 / 2;
/** How the selection weighs naming the subject, repetition and crowding against scores. */
const weights = { subject: 1.5, repetition: 1.5, crowding: 0.05 };
/** Share of the text up to which a summary may be shorter than its limit instead of having fillers. */
const fillerCompressionMax = 0.4;
/** The contribution per character from which a unit is no filler. */
const gainMin = 0.8;

/**
 * Selects the units of a summary, so that a longer summary does not lack what a shorter one says: the summaries of the milestones (150 code units and its
 * doubles, and the length without a limit) contain each other, and every other summary contains those of milestones that are much shorter.
 *
 * @returns indices in ascending order; none if no unit fits
 */
export function selectNested(input: SelectionInput, limits: NestedLimits): number[] {
  const { lengthMax, separatorLength } = limits;
  const textLength = input.lengths.reduce((sum, length) => sum + length, 0);
  const select = (length: number, initial: readonly number[]): number[] => {
    // In a summary that is a large part of the text, no sentence is a filler.
    const hasFillers = length < fillerCompressionMax * textLength;
    const lowest = hasFillers ? gainMin : Number.NEGATIVE_INFINITY;
    return selectUnits(input, { lengthMax: length, separatorLength, gainMin: lowest, initial }, weights);
  };
  let selected: number[] = [];
  for (const milestone of milestonesBelow(limits)) selected = select(milestone, selected);
  return select(lengthMax, selected);
}

function milestonesBelow({ lengthMax, usualLengthMax }: NestedLimits): number[] {
  const milestones = [usualLengthMax];
  for (let length = shortestMilestone; length <= lengthMax; length *= 2) milestones.push(length);
  const isMilestone = milestones.includes(lengthMax);
  return milestones
    .filter((length) => (isMilestone ? length < lengthMax : length <= nestedShareMax * lengthMax))
    .sort((left, right) => left - right);
}
