import type { Word } from '../words/word.ts';

/** The marker at the start of a list item. */
export interface ListMarker {
  readonly text: string;
  /** Kind of the marker: items of a list have the same. */
  readonly style: string;
  /** Set for ordered lists. */
  readonly number?: number;
  /** Whether prose may begin with it as well, so that the context decides. */
  readonly isAmbiguous: boolean;
  /** Whether a checkbox is checked. */
  readonly isChecked?: boolean;
}

const bullets = /^[•◦▪▫■□●○‣⁃∙·➢➤►▸▶❖◆◇➔✓✔✗・◎\uf000-\uf0ff]$/u;
const dashes = /^[–—*-]$/;
const boxes: Readonly<Record<string, boolean>> = {
  '☐': false,
  '☑': true,
  '☒': true,
  '[x]': true,
  '[X]': true,
  '[_]': false,
};
const number = /^(\(?)(\d{1,3})([.)]|\.\))$/;
const letter = /^(\(?)([a-zA-Z])([.)])$/;
const roman = /^(\(?)([ivx]{1,5}|[IVX]{1,5})([.)])$/;

/** Returns the marker with which a line begins, if text follows it. */
export function findMarker(words: readonly Word[]): ListMarker | undefined {
  const [first, second] = words;
  if (first === undefined || second === undefined) return undefined;
  const text = first.text;
  const check = boxes[text];
  if (check !== undefined) return { text, style: 'box', isAmbiguous: false, isChecked: check };
  if (bullets.test(text)) return { text, style: text, isAmbiguous: text === '·' };
  if (second.isAttached) return undefined;
  if (dashes.test(text)) return { text, style: text, isAmbiguous: true };
  const digits = number.exec(text);
  if (digits)
    return { text, style: `${digits[1]}1${digits[3]}`, number: Number(digits[2]), isAmbiguous: true };
  const numeral = roman.exec(text);
  if (numeral && !/^[a-h]/i.test(numeral[2] ?? '')) {
    const isUpper = /[IVX]/.test(numeral[2] ?? '');
    return {
      text,
      style: `${numeral[1]}${isUpper ? 'I' : 'i'}${numeral[3]}`,
      number: romanValue(numeral[2] ?? ''),
      isAmbiguous: true,
    };
  }
  const alphabetic = letter.exec(text);
  if (alphabetic) {
    const value = (alphabetic[2] ?? 'a').toLowerCase().charCodeAt(0) - 96;
    const isUpper = /[A-Z]/.test(alphabetic[2] ?? '');
    return {
      text,
      style: `${alphabetic[1]}${isUpper ? 'A' : 'a'}${alphabetic[3]}`,
      number: value,
      isAmbiguous: true,
    };
  }
  const isFarApart = second.left - first.right > first.size * 0.55;
  if (isFarApart && /^\d{1,2}$/.test(text))
    return { text, style: '1', number: Number(text), isAmbiguous: true };
  // A bullet of a font without symbols stands apart from the text.
  const isApart = second.left - first.right > first.size * 0.5;
  return text === 'o' && isApart ? { text, style: 'o', isAmbiguous: true } : undefined;
}

/** The marker of a line that is known to begin with one. */
export function markerOfItem(words: readonly Word[]): ListMarker | undefined {
  const [first, second] = words;
  if (first === undefined || second === undefined) return undefined;
  const found = findMarker([first, { ...second, isAttached: false }]);
  if (found) return { ...found, isAmbiguous: false };
  const { text } = first;
  const digits = /^\(?(\d{1,3})[.):]?$/.exec(text)?.[1];
  return digits === undefined
    ? { text, style: text, isAmbiguous: false }
    : { text, style: '1', number: Number(digits), isAmbiguous: false };
}

function romanValue(numeral: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
  const digits = [...numeral.toLowerCase()].map((digit) => values[digit] ?? 0);
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0);
}
