import { quantile } from '../geometry/quantile.ts';
import type { ReadCharacter } from './decode-ctc.ts';
import { stepWidth } from './ink-coverage.ts';

/** A gap this wide, in columns of a strip 48 pixels high, may be a space; */
const gapMin = 9;
/** it must also be this many times as wide as the usual gap between the characters of the line. */
const gapRatio = 2.2;
/** The network must have considered a space with at least this probability. */
const probabilityMin = 0.03;
/** Scripts written without spaces between words. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Inserts the spaces that the network considered, but rated below a blank: where the ink between two characters has a
 * gap as wide as the spaces that it read, or much wider than the usual gap.
 *
 * @param ink 1 for each column with ink
 */
export function restoreSpaces(characters: readonly ReadCharacter[], ink: Uint8Array): ReadCharacter[] {
  const gaps = characters.map((character, index) => gapAfter(character, characters[index + 1], ink));
  const limit = spaceLimit(characters, gaps);
  return characters.flatMap((character, index) => {
    const next = characters[index + 1];
    if (next === undefined || isSpace(character) || isSpace(next)) return [character];
    if (character.spaceAfter < probabilityMin || (gaps[index] ?? 0) < limit) return [character];
    if (withoutSpaces.test(character.text) || withoutSpaces.test(next.text)) return [character];
    const probability = Math.min(character.probability, next.probability);
    const space = {
      ...character,
      text: ' ',
      probability,
      firstStep: character.lastStep,
      lastStep: next.firstStep,
    };
    return [character, space];
  });
}

const isSpace = ({ text }: ReadCharacter): boolean => text === ' ';

/** The width from which a gap is a space. */
function spaceLimit(characters: readonly ReadCharacter[], gaps: readonly number[]): number {
  const inner: number[] = [];
  const spaces: number[] = [];
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next === undefined) continue;
    if (!isSpace(character) && !isSpace(next)) inner.push(gaps[index] ?? 0);
    const afterSpace = characters[index + 2];
    if (isSpace(next) && afterSpace !== undefined) spaces.push((gaps[index] ?? 0) + (gaps[index + 1] ?? 0));
  }
  const usual = quantile(inner, 0.5);
  const widest = quantile(spaces, 0.25);
  const relative = Math.max(gapMin, usual * gapRatio);
  return spaces.length === 0 ? relative * 1.3 : Math.max(relative, widest * 0.9);
}

/** The longest run without ink between the middles of two characters, in columns. */
function gapAfter(character: ReadCharacter, next: ReadCharacter | undefined, ink: Uint8Array): number {
  if (next === undefined) return 0;
  const from = middleOf(character);
  const to = middleOf(next);
  let [longest, run] = [0, 0];
  for (let column = from; column < to; column += 1) {
    run = ink[column] === 1 ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const middleOf = ({ firstStep, lastStep }: ReadCharacter): number =>
  Math.round(((firstStep + lastStep + 1) / 2) * stepWidth);
