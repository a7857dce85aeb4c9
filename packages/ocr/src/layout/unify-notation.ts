import type { ReadCharacter } from '../recognition/decode-ctc.ts';
import { type Segment, textOf, withText } from './segments/segment.ts';

/** A space is inserted where characters are apart by this many time steps: neighbors are apart by one or two. */
const stepsMin = 2;
/** A page spaces a notation if this share of its occurrences, and at least this many, are read with a space. */
const [spacedShare, spacedMin] = [0.2, 2];
/** Places where a space may be missing: between the first and the second group. */
const notations: readonly RegExp[] = [
  /(\d)( ?)(%)/g,
  /(\d)( ?)(\p{Sc}|zł|Kč|Ft|kr)(?!\p{L})/gu,
  /(\d)( ?)([kmcd]?[gm]|lbs?|oz|ml|cl)(?![\p{L}\d])/gu,
  /(\d)( ?)[x×](?= ?\d)/giu,
  /(?<=\d ?)[x×]( ?)(\d)/giu,
  // Groups of three digits, in numbers with decimals: those without may be years or codes.
  /(\d)( ?)(?=\d{3}(?: ?\d{3})*[.,]\d{1,2}(?!\d))/g,
];
/** A sign of multiplication between two numbers, as a letter or as a sign. */
const multiplication = /(?<=\d ?)[xX×](?= ?\d)/g;
/** The ordinal indicator after an abbreviation, which looks like a degree sign. */
const ordinal = /(?<=\b[Nn]\.)°/g;

/**
 * Writes the same notation in the same way on a whole page: where most amounts, percentages or sizes of a page have a
 * space before the unit or between groups of digits, one that is missing elsewhere was overlooked. A multiplication
 * sign is the one that the page uses most; capital X only if it uses no other.
 */
export function unifyNotation(segments: readonly Segment[]): Segment[] {
  return unifySpaces(unifySigns(segments));
}

function unifySigns(segments: readonly Segment[]): readonly Segment[] {
  const signs = segments.flatMap((segment) => textOf(segment).match(multiplication) ?? []);
  const count = (sign: string): number => signs.filter((other) => other === sign).length;
  const sign = count('×') > count('x') + count('X') ? '×' : count('x') > 0 ? 'x' : 'X';
  return segments.map((segment) => {
    const text = textOf(segment);
    const unified = text.replaceAll(multiplication, sign).replaceAll(ordinal, 'º');
    return withText(segment, unified);
  });
}

function unifySpaces(segments: readonly Segment[]): Segment[] {
  let unified = [...segments];
  for (const notation of notations) {
    const counts = new Map<string, { spaced: number; all: number }>();
    for (const segment of unified) {
      for (const { isSpaced, kind } of placesOf(segment, notation)) {
        const count = counts.get(kind) ?? { spaced: 0, all: 0 };
        counts.set(kind, { spaced: count.spaced + (isSpaced ? 1 : 0), all: count.all + 1 });
      }
    }
    unified = unified.map((segment) => {
      const missing = placesOf(segment, notation).filter(({ isSpaced, kind }) => {
        const { spaced, all } = counts.get(kind) ?? { spaced: 0, all: 0 };
        return !isSpaced && spaced >= spacedMin && spaced >= all * spacedShare;
      });
      return missing.length === 0 ? segment : insertSpaces(segment, missing);
    });
  }
  return unified;
}

interface Place {
  /** Offset in the text of the segment, where the space is or would be. */
  readonly offset: number;
  readonly isSpaced: boolean;
  /** Occurrences of the same kind are written alike: the unit, or empty. */
  readonly kind: string;
}

function placesOf(segment: Segment, notation: RegExp): Place[] {
  return [...textOf(segment).matchAll(notation)].map((match) => {
    const [whole, first = '', second = '', third = ''] = match;
    // The multiplication sign before the second number is not a group.
    const isAfterSign = /^[x×]/iu.test(whole);
    const space = isAfterSign ? first : second;
    return {
      offset: match.index + (isAfterSign ? 1 : first.length),
      isSpaced: space !== '',
      kind: third,
    };
  });
}

function insertSpaces(segment: Segment, places: readonly Place[]): Segment {
  const offsets = new Set(places.map(({ offset }) => offset));
  let at = 0;
  const characters = segment.characters.flatMap((character, index) => {
    const before = segment.characters[index - 1];
    const isMissing = offsets.has(at) && before !== undefined && stepsBetween(before, character) >= stepsMin;
    at += character.text.length;
    return isMissing ? [spaceBetween(before, character), character] : [character];
  });
  return { ...segment, characters };
}

const stepsBetween = (before: ReadCharacter, after: ReadCharacter): number =>
  after.firstStep - before.lastStep;

const spaceBetween = (before: ReadCharacter, after: ReadCharacter): ReadCharacter => ({
  text: ' ',
  probability: Math.min(before.probability, after.probability),
  firstStep: before.lastStep,
  lastStep: after.firstStep,
  spaceAfter: 0,
});
