import { readStyledLetter } from './letter-style.ts';
import type { MathStyle } from './math-node.ts';
import symbols from './math-symbols.data.json' with { type: 'json' };

/** TeX of one or more characters. */
export interface TokenPiece {
  readonly tex: string;
  /** Operators have spaces around them; large ones have limits. A caret raises the next piece. */
  readonly kind: 'letters' | 'operator' | 'large' | 'prime' | 'space' | 'caret';
}

const letterCommands = new Map(Object.entries(symbols.letters));
const operators = new Map(Object.entries(symbols.operators));
const largeOperators = new Map(Object.entries(symbols.largeOperators));
const accents = new Map(Object.entries(symbols.accentsAbove));
const spaceWidths = new Map(Object.entries(symbols.spaceWidths));
const brackets = new Map(Object.entries(symbols.delimiters));
const functions: ReadonlySet<string> = new Set(symbols.functions);

/** Characters that are not shown: invisible operators, variation selectors and other marks without a width. */
const invisible = /\u00AD|[\u200B-\u200F\u2060-\u2064\uFEFF]|[\uFE00-\uFE0F]/gu;

/** Characters that TeX reads in another way, and those that a keyboard has. */
const escapes = new Map([
  ...Array.from('#%&_{}$', (character) => [character, `\\${character}`] as const),
  ['\\', '\\backslash'],
  ['~', '\\sim'],
  ['^', '\\wedge'],
  ['\u2212', '-'],
  ['\u2013', '-'],
  ['\u2236', ':'],
  ['\u2254', ':='],
]);

const wordEscapes = new Map([
  ['\\', '\\textbackslash{}'],
  ['~', '\\textasciitilde{}'],
  ['^', '\\textasciicircum{}'],
]);

/** Primes, and the number of strokes of each. */
const primes = new Map([
  ["'", 1],
  ['\u2032', 1],
  ['\u2033', 2],
  ['\u2034', 3],
  ['\u2057', 4],
]);

/** Returns the number of strokes if a text consists of primes, otherwise 0. */
export function countPrimes(text: string): number {
  const characters = Array.from(text.slice(0, 10).trim(), (character) => primes.get(character) ?? Number.NaN);
  return text.length > 10 ? 0 : characters.reduce((sum, count) => sum + count, 0) || 0;
}

/** Commands of spaces from the widest, with the width in em from which they are used. */
const spaceCommands: readonly (readonly [number, string])[] = [
  [1.5, '\\qquad'],
  [0.6, '\\quad'],
  [0.45, '\\enspace'],
  [0.25, '\\;'],
  [0.2, '\\:'],
  [0.1, '\\,'],
  [-0.1, ''],
  [Number.NEGATIVE_INFINITY, '\\!'],
];

/** Returns the command of a space. @param width in em */
export function spaceOfWidth(width: number): string {
  return spaceCommands.find(([least]) => width >= least)?.[1] ?? '';
}

/** Returns the width of white space in em; ordinary spaces have none, and an invisible separator makes it negative. */
export function widthOfSpaces(text: string): number {
  const width = Array.from(text, (character) => spaceWidths.get(character) ?? 0).reduce(
    (sum, one) => sum + one,
    0,
  );
  return text.includes('\u2063') ? -width - 0.1 : width;
}

/** Returns whether TeX has a command for a function. */
export function isFunctionName(text: string): boolean {
  return functions.has(text);
}

/** Splits words before and after each character that only formulas can have. */
export function splitWords(text: string): string[] {
  const parts = [''];
  let wasSymbol = false;
  for (const character of text) {
    const isNew = isSymbol(character);
    if (isNew || wasSymbol) parts.push(character);
    else parts[parts.length - 1] += character;
    wasSymbol = isNew;
  }
  return parts.filter((part) => part !== '');
}

/** Returns whether a text is a character that only formulas can have. */
export function isSymbol(text: string): boolean {
  return letterCommands.has(text) || operators.has(text) || largeOperators.has(text);
}

/** Returns words as the argument of a command such as `\text`. */
export function escapeWords(text: string): string {
  const escaped = (character: string) => wordEscapes.get(character) ?? `\\${character}`;
  return text
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .replace(/[#%&_{}$\\~^]/g, escaped);
}

/** Splits letters, digits and operators into pieces of TeX. @param style the typeface of letters that state none */
export function writeToken(text: string, style?: MathStyle): TokenPiece[] {
  const pieces: TokenPiece[] = [];
  let run = '';
  let runStyle: MathStyle | undefined;
  const endRun = () => {
    if (run !== '') pieces.push({ tex: writeStyled(run, runStyle), kind: 'letters' });
    run = '';
  };
  const source = text.replace(invisible, '');
  for (const found of source.matchAll(/(\P{M})(\p{M}*)|\p{M}/gu)) {
    const [all, character = all, marks = ''] = found;
    const styled = readStyledLetter(character);
    const letter = styled?.letter ?? character;
    const usedStyle = styled?.style ?? style;
    const accent = accents.get(marks.slice(0, 1))?.[0];
    const joins = /^\d$/.test(letter) || (usedStyle !== undefined && /^\p{L}$/u.test(letter));
    if (accent === undefined && joins) {
      if (usedStyle !== runStyle) endRun();
      run += letter;
      runStyle = usedStyle;
      continue;
    }
    endRun();
    if (accent !== undefined) pieces.push({ tex: `\\${accent}{${texOf(letter)}}`, kind: 'letters' });
    else if (letter === '^' && isPower(source, found.index)) pieces.push({ tex: '^', kind: 'caret' });
    else pieces.push(...characterPieces(letter));
  }
  endRun();
  return pieces;
}

/** Returns whether a caret raises the next letter or digit, as in linear notation. */
function isPower(text: string, index: number): boolean {
  return /^(?:[\p{L}\d)\]]?)\^[\p{L}\d]/u.test(text.slice(Math.max(0, index - 1), index + 3));
}

function characterPieces(character: string): TokenPiece[] {
  const strokes = primes.get(character);
  if (strokes !== undefined) return Array.from({ length: strokes }, () => ({ tex: "'", kind: 'prime' }));
  if (character.trim() === '') return [{ tex: '', kind: 'space' }];
  const large = largeOperators.get(character);
  if (large !== undefined) return [{ tex: `\\${large}`, kind: 'large' }];
  const isOperator = operators.has(character) || /[<>~]/.test(character);
  return [{ tex: texOf(character), kind: isOperator ? 'operator' : 'letters' }];
}

/** Most Unicode characters are valid TeX as they are. */
function texOf(character: string): string {
  const command = letterCommands.get(character) ?? operators.get(character);
  return command === undefined
    ? (escapes.get(character) ?? brackets.get(character) ?? character)
    : `\\${command}`;
}

/** Writes letters and digits of one typeface. */
function writeStyled(run: string, style: MathStyle | undefined): string {
  if (style === undefined || (/^\d+$/.test(run) && (style === 'mathrm' || style === 'mathit'))) return run;
  if (/^[A-Za-z\d]+$/.test(run)) return style === 'mathit' && run.length === 1 ? run : `\\${style}{${run}}`;
  const commands = Array.from(run, texOf);
  if (style === 'mathbf' || style === 'boldsymbol') return `\\boldsymbol{${commands.join(' ')}}`;
  // TeX has no upright letters of other scripts in formulas.
  const isWord = commands.length > 1 && !commands.some((command) => command.startsWith('\\'));
  return isWord ? `\\text{${escapeWords(run)}}` : commands.join(' ');
}
