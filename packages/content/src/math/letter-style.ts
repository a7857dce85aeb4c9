import type { MathStyle } from './math-node.ts';

/** First code points of the letters of each typeface (Unicode, block "Mathematical Alphanumeric Symbols"). */
const starts: readonly (readonly [number, MathStyle | undefined])[] = [
  [0x1d400, 'mathbf'],
  [0x1d434, undefined],
  [0x1d468, 'boldsymbol'],
  [0x1d49c, 'mathcal'],
  [0x1d504, 'mathfrak'],
  [0x1d538, 'mathbb'],
  [0x1d56c, 'mathfrak'],
  [0x1d5a0, 'mathsf'],
  [0x1d670, 'mathtt'],
  [0x1d6a4, undefined],
  [0x1d6a8, 'boldsymbol'],
  [0x1d6e2, undefined],
  [0x1d71c, 'boldsymbol'],
  [0x1d7ce, 'mathbf'],
  [0x1d7d8, 'mathbb'],
  [0x1d7e2, 'mathsf'],
  [0x1d7f6, 'mathtt'],
];

/** Letters that Unicode had before that block. */
const older = new Map<string, MathStyle | undefined>([
  ...Array.from('ℂℍℕℙℚℝℤ', (letter) => [letter, 'mathbb'] as const),
  ...Array.from('ℬℰℱℋℐℒℳℛℊℯℴ', (letter) => [letter, 'mathcal'] as const),
  ...Array.from('ℭℌℨ', (letter) => [letter, 'mathfrak'] as const),
  ...Array.from('ℎⅅⅆⅇⅈⅉ', (letter) => [letter, undefined] as const),
]);

/** A letter or digit, and the typeface that its character states. */
export interface StyledLetter {
  readonly letter: string;
  /** Undefined for the usual one, which is italic for letters. */
  readonly style: MathStyle | undefined;
}

/** Reads a character that is a letter of a typeface. @returns undefined for other characters */
export function readStyledLetter(character: string): StyledLetter | undefined {
  if (older.has(character)) return { letter: character.normalize('NFKC'), style: older.get(character) };
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x1d400 || codePoint > 0x1d7ff) return undefined;
  const style = starts.findLast(([start]) => start <= codePoint)?.[1];
  return { letter: character.normalize('NFKC'), style };
}
