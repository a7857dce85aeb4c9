import { pointIn } from '../detection/text-region.ts';
import type { Quadrilateral } from '../geometry/point.ts';
import type { ReadCharacter } from '../recognition/decode-ctc.ts';
import { stepWidth } from '../recognition/ink-coverage.ts';
import type { Segment } from './segments/segment.ts';

/** A word of a segment, in pixels of the upright page. */
export interface SegmentWord {
  readonly text: string;
  /** Mean probability of its characters, from 0 to 1. */
  readonly probability: number;
  readonly quadrilateral: Quadrilateral;
}

/** Divides a segment at its spaces. */
export function wordsOf(segment: Segment): SegmentWord[] {
  const words: SegmentWord[] = [];
  let word: ReadCharacter[] = [];
  for (const character of segment.characters) {
    if (character.text !== ' ') word.push(character);
    else if (word.length > 0) {
      words.push(toWord(segment, word));
      word = [];
    }
  }
  if (word.length > 0) words.push(toWord(segment, word));
  return words;
}

function toWord(segment: Segment, characters: readonly ReadCharacter[]): SegmentWord {
  const first = Math.min(...characters.map(({ firstStep }) => firstStep));
  const last = Math.max(...characters.map(({ lastStep }) => lastStep));
  return {
    text: characters.map(({ text }) => text).join(''),
    probability: characters.reduce((sum, { probability }) => sum + probability, 0) / characters.length,
    quadrilateral: partOf(segment, (first - 0.5) * stepWidth, (last + 1.5) * stepWidth),
  };
}

/** The part of a segment between two columns of its strip. */
export function partOf({ region, stripWidth }: Segment, from: number, to: number): Quadrilateral {
  const position = (column: number): number => Math.min(1, Math.max(-1, (2 * column) / stripWidth - 1));
  const [left, right, half] = [position(from), position(to), region.rectangle.height / 2];
  return [
    pointIn(region, left, -half),
    pointIn(region, right, -half),
    pointIn(region, right, half),
    pointIn(region, left, half),
  ];
}
