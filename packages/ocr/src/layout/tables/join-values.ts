import { isRightToLeft } from '../../recognition/bidi-class.ts';
import { type FlatWord, gapBetween } from './flat-words.ts';

/** Parts of a value are apart by less than this, in heights of a line. */
const gapMax = 0.45;
/** A currency may be further from its amount, but less than the columns of a table are. */
const currencyGapMax = 0.7;
/** A number that spaces divide into groups of three digits: its beginning and a further group. */
const [groupStart, group] = [/(?:^|[^\d.,])\d{1,3}(?: \d{3})*$/, /^\d{3}(?:,\d+)?$/];
/** Its groups are apart by less than this, in heights of a line. */
const groupGapMax = 0.36;
/** A text that is a number, also with groups of digits, a sign or in parentheses. */
export const number = /^[-+(]?\d[\d.,'’ ]*\)?$/u;
const currency =
  /^(?:\p{Sc}|zł|z[lt1]|Kč|kr\.?|Ft|lei|CHF|EUR|USD|GBP|PLN|SEK|NOK|DKK|CZK|HUF|RON|JPY|CNY|INR|CAD|AUD)$/u;
const times = /^[x×]$/iu;

/** Joins the words of a row that are one value, such as 1 234,50 € or 40 x 60, so that no column divides them. */
export function joinValues(words: readonly FlatWord[], height: number): FlatWord[] {
  const joined: FlatWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && isOneValue(before, word, height))
      joined[joined.length - 1] = joinWords(before, word);
    else joined.push(word);
  }
  return joined;
}

function isOneValue(before: FlatWord, word: FlatWord, height: number): boolean {
  const gap = gapBetween(before, word, height);
  const isMoney =
    (number.test(before.text) && currency.test(word.text)) ||
    (currency.test(before.text) && number.test(word.text));
  if (isMoney) return gap < currencyGapMax;
  if (gap >= gapMax) return false;
  if (groupStart.test(before.text) && group.test(word.text)) return gap < groupGapMax;
  if (number.test(before.text) && word.text === '%') return true;
  return times.test(word.text) ? /\d$/.test(before.text) : /\d [x×]$/iu.test(before.text);
}

/** Joins neighboring words to one piece of text. */
export function joinWords(before: FlatWord, word: FlatWord): FlatWord {
  return { ...before, text: joinTexts(before.text, word.text), right: word.right };
}

/** Joins texts next to each other; those from right to left are read in the other order. */
export function joinTexts(left: string, right: string): string {
  return isRightToLeft([...left, ...right]) ? `${right} ${left}` : `${left} ${right}`;
}
