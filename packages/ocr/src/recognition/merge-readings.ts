import { alignReadings } from './align-readings.ts';
import type { ReadCharacter } from './decode-ctc.ts';

/** Probability of a character that a reading does not have. */
const missingProbability = 0.5;

/**
 * Completes the reading of a recognizer with the characters that it does not know: it reads a similar one instead, or
 * none. Where the other reading of the same strip has a character that is unknown to the first, the more probable of the two
 * is kept.
 *
 * @param knows whether the recognizer of the first reading knows a text
 */
export function addUnknownCharacters(
  reading: readonly ReadCharacter[],
  other: readonly ReadCharacter[],
  knows: (text: string) => boolean,
): ReadCharacter[] {
  if (other.every(({ text }) => knows(text))) return [...reading];
  const merged: ReadCharacter[] = [];
  let end = 0;
  for (const { first, second } of alignReadings(reading, other)) {
    const [own, others] = [reading.slice(first.from, first.to), other.slice(second.from, second.to)];
    const isUnknown = others.some(({ text }) => !knows(text));
    const isBetter = meanProbability(others) > Math.max(missingProbability, meanProbability(own));
    merged.push(...reading.slice(end, first.from), ...(isUnknown && isBetter ? others : own));
    end = first.to;
  }
  return [...merged, ...reading.slice(end)];
}

function meanProbability(characters: readonly ReadCharacter[]): number {
  if (characters.length === 0) return missingProbability;
  return characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length;
}
