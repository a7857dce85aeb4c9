import { isRightToLeft } from '../recognition/bidi-class.ts';
import type { ReadCharacter } from '../recognition/decode-ctc.ts';
import { stepWidth } from '../recognition/ink-coverage.ts';
import { type FlatSegment, textOf } from './segments/segment.ts';

/** The same character read twice differs in position by less than this, in heights of a line, */
const sameDistance = 0.3;
/** and a character read as two different ones by less than this: a time step is 1/6 of the height. */
const confusedDistance = 0.2;

/**
 * Removes characters that two neighbors of a row both show, since their regions overlap. The reading in the shorter word
 * is removed, which shows a part of the other one; a word that is then divided between the two is marked as such.
 *
 * @param row from left to right
 */
export function removeOverlaps(row: readonly FlatSegment[]): FlatSegment[] {
  const cleared: FlatSegment[] = [];
  for (const segment of row) {
    const before = cleared.at(-1);
    const [left, right] = before === undefined ? [undefined, segment] : clearPair(before, segment);
    if (left !== undefined) cleared[cleared.length - 1] = left;
    cleared.push(right);
  }
  return cleared.filter(({ segment }) => textOf(segment).trim() !== '');
}

function clearPair(left: FlatSegment, right: FlatSegment): [FlatSegment, FlatSegment] {
  if (left.right <= right.left) return [left, right];
  const height = Math.min(left.height, right.height);
  // The network places a character within a time step or so.
  const slack = height * confusedDistance;
  const isShared = ({ center }: Place): boolean => center > right.left - slack && center < left.right + slack;
  const [before, after] = [placesOf(left).filter(isShared), placesOf(right).filter(isShared)];
  const pairs = before.flatMap((a) =>
    after.filter((b) => areSame(a, b, height)).map((b) => [a.character, b.character] as const),
  );
  if (pairs.length === 0) return [left, right];
  const [lefts, rights] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
  const isLeftWorse = wordLength(left, lefts) < wordLength(right, rights);
  const [first, second] = isLeftWorse ? [without(left, lefts), right] : [left, without(right, rights)];
  const [end, start] = [textOf(first.segment), textOf(second.segment)];
  const isDivided = !(isRightToLeft([...end, ...start]) || end.endsWith(' ') || start.startsWith(' '));
  return [first, isDivided ? { ...second, continuesWord: true } : second];
}

/** A character and its center on the flattened page. */
interface Place {
  readonly character: ReadCharacter;
  readonly center: number;
}

function placesOf({ segment, left, right }: FlatSegment): Place[] {
  const scale = ((right - left) / segment.stripWidth) * stepWidth;
  return segment.characters
    .filter(({ text }) => text !== ' ')
    .map((character) => ({
      character,
      center: left + ((character.firstStep + character.lastStep + 1) / 2) * scale,
    }));
}

function areSame(a: Place, b: Place, height: number): boolean {
  const isEqual = a.character.text.toLowerCase() === b.character.text.toLowerCase();
  return Math.abs(a.center - b.center) < height * (isEqual ? sameDistance : confusedDistance);
}

const without = (flat: FlatSegment, removed: readonly ReadCharacter[]): FlatSegment => ({
  ...flat,
  segment: {
    ...flat.segment,
    characters: flat.segment.characters.filter((character) => !removed.includes(character)),
  },
});

/** Length of the words that contain characters, in characters. */
function wordLength({ segment }: FlatSegment, characters: readonly ReadCharacter[]): number {
  let [length, word, isIncluded] = [0, 0, false];
  for (const character of [...segment.characters, undefined]) {
    if (character !== undefined && character.text !== ' ') {
      word += 1;
      isIncluded ||= characters.includes(character);
      continue;
    }
    if (isIncluded) length += word;
    [word, isIncluded] = [0, false];
  }
  return length;
}
