import { alignReadings } from './align-readings.ts';
import type { ReadCharacter } from './decode-ctc.ts';

/** Probability of a character that a reading does not have. */
const missingProbability = 0.5;
/** Texts that may stand between characters of the first recognizer; other scripts replace a line as a whole. */
const isCompatible = /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]+$/u;

/**
 * Completes the reading of a recognizer with the characters that it does not know: it reads a similar one instead, or
 * none. Where the other reading of the same strip has a character of Latin, Greek or punctuation that is unknown to the
 * first, the more probable of the two is kept.
 *
 * @param knows whether the recognizer of the first reading knows a text
 */
export function addUnknownCharacters(
  reading: readonly ReadCharacter[],
  other: readonly ReadCharacter[],
  knows: (text: string) => boolean,
): ReadCharacter[] {
  const isAddition = ({ text }: ReadCharacter): boolean => !knows(text) && isCompatible.test(text);
  if (!other.some(isAddition)) return [...reading];
  const merged: ReadCharacter[] = [];
  let end = 0;
  for (const { first, second } of alignReadings(reading, other)) {
    const [own, others] = [reading.slice(first.from, first.to), other.slice(second.from, second.to)];
    const isBetter = meanProbability(others) > Math.max(missingProbability, meanProbability(own));
    merged.push(...reading.slice(end, first.from), ...(others.some(isAddition) && isBetter ? others : own));
    end = first.to;
  }
  return [...merged, ...reading.slice(end)];
}

function meanProbability(characters: readonly ReadCharacter[]): number {
  if (characters.length === 0) return missingProbability;
  return characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length;
}
