import type { TextRegion } from '../../detection/text-region.ts';
import type { ReadCharacter } from '../../recognition/decode-ctc.ts';

/** A region of a page and what was read in it. */
export interface Segment {
  readonly region: TextRegion;
  /** Columns of its strip; a time step of the network is 8 columns. */
  readonly stripWidth: number;
  /** In the order of the text; those from the left to the right for scripts written so. */
  readonly characters: readonly ReadCharacter[];
  /** Expected share of correct characters, from 0 to 1. */
  readonly confidence: number;
}

/** A segment on the flattened page: pixels along the lines (x) and across them (y). */
export interface FlatSegment {
  readonly segment: Segment;
  readonly left: number;
  readonly right: number;
  /** Of its center. */
  readonly y: number;
  readonly height: number;
  /** Whether it starts within the word with which the segment before it in the row ends. */
  readonly continuesWord?: boolean;
}

/** Text of a segment. */
export const textOf = ({ characters }: Segment): string => characters.map(({ text }) => text).join('');

/** Replaces the text of a segment by one of the same length. */
export function withText(segment: Segment, text: string): Segment {
  if (text === textOf(segment)) return segment;
  let at = 0;
  const characters = segment.characters.map((character) => {
    const part = text.slice(at, at + character.text.length);
    at += character.text.length;
    return part === character.text ? character : { ...character, text: part };
  });
  return { ...segment, characters };
}

/** Distance of the upper edge of a flat segment. */
export const topOf = ({ y, height }: FlatSegment): number => y - height / 2;
/** Distance of the lower edge of a flat segment. */
export const bottomOf = ({ y, height }: FlatSegment): number => y + height / 2;

/** The median, or 0 without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
