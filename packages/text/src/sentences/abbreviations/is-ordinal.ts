import { toLower } from '../rules/lower-case.ts';
import type { SentenceRules } from '../rules/sentence-rules.ts';
import { calendarWords } from './calendar-words.ts';
import { lastWord, startsLikeSentence } from './word-shapes.ts';

/** Characters of a date before its last period. */
const dateLengthMax = 16;

/** One or two digits, also after another ordinal (`2./3`), or a Roman numeral. */
const ordinalNumber =
  /^\p{Pd}?(?:\d{1,2}(?:\.[/–-]|\/))?(?:(\d{1,2})|(?=[IVXL]{2})(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3}))$/u;

/** Streets have numbers of up to four digits: `1453. Sokak`. */
const turkishOrdinal = /^(?:(\d{1,4})|(?=[IVXL]{2})(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3}))$/u;

/** Whether a number before a period is an ordinal: `3. Oktober`, `im 2. Stock`, but `um 5. Danach`. */
export function isOrdinal(textBefore: string, word: string, next: string, rules: SentenceRules): boolean {
  if (!rules.hasDottedOrdinals) return false;
  if (/^\d{3}$/.test(word) && rules.ordinalCues.size > 0)
    return rules.ordinalCues.has(toLower(lastWord(textBefore.slice(0, -word.length).trimEnd())));
  const number = (rules.language === 'tr' ? turkishOrdinal : ordinalNumber).exec(word);
  if (!number) return false;
  if (calendarWords(rules.language).has(toLower(/^\p{L}+/u.exec(next)?.[0] ?? ''))) return true;
  if (startsLikeSentence(next, rules) || number[1]?.startsWith('0')) return false;
  if (number[1] === undefined) return true;
  // A club or a class: `1. FC Brno`, `3. B`.
  if (/^(?:\p{Lu}{2,4}(?![\p{L}\p{M}])|\p{Lu}(?![\p{L}\p{M}.]))/u.test(next)) return true;
  const before = textBefore.slice(0, -word.length).trimEnd();
  if (!rules.hasCapitalsAfterOrdinals) return /(?:^|\s)den$/iu.test(before);
  return /\d\. \p{L}{2,4}$/u.test(before) || !isCardinal(before, rules);
}

/** Whether a number follows a word that cardinal numbers follow: `Kapitel 3`, `um 5`. */
function isCardinal(before: string, rules: SentenceRules): boolean {
  const previous = lastWord(before);
  if (previous.endsWith('.') && rules.abbreviations.has(toLower(previous.slice(0, -1)))) return true;
  const lower = toLower(previous);
  if (rules.cardinalCues.has(lower) || rules.letterLabels.has(lower)) return true;
  const isFirst = previous.length === before.trimStart().length;
  return rules.language !== 'tr' && !isFirst && /^\p{Lu}[\p{L}\p{Pd}]*\p{Ll}$/u.test(previous);
}

/**
 * A date with periods and spaces, such as `2020. 3. 11.`, `11. 3. 2020` and `2024. V. 20`, or a number of a law or an address:
 * `12/2010. (V. 3.)`, `10. I/3`.
 */
export function isDottedDate(textBefore: string, next: string, rules: SentenceRules): boolean {
  if (!/^\d$/.test(textBefore.at(-1) ?? '')) return false;
  const before = textBefore.slice(-dateLengthMax);
  return (
    (/\/\d{4}$/.test(before) && /^\([IVX]+\. \d/.test(next)) ||
    (/(?:^|\D)\d{4}$/.test(before) && /^(?:[IVX]{1,4}\. ?\d|\d{1,2}\.)/.test(next)) ||
    (/(?:^|\D)\d{1,3}$/.test(before) && /^[IVX]{1,4}\/\d/.test(next)) ||
    (/(?:^|[^\d.])\d{1,2}$/.test(before) && dayOrMonthOf(rules).test(next)) ||
    (/(?:^|\D)\d{4}\.\s?\d{1,2}$/.test(before) && /^\d{1,2}(?:\.|\D)/.test(next)) ||
    (/(?:^|\D)\d{4}\.\s?\d{1,2}\.\s?\d{1,2}$/.test(before) && /^\p{Script=Hangul}/u.test(next)) ||
    (/(?:^|\D)\d{1,2}\.\s?\d{1,2}$/.test(before) && /^\d{4}(?!\d)/.test(next))
  );
}

/** Where ordinal numbers have periods, a date may have no year. */
function dayOrMonthOf({ hasDottedOrdinals, language }: SentenceRules): RegExp {
  return hasDottedOrdinals || language === 'ko'
    ? /^\d{1,2}\.(?:(?!\d)|\s?\d{4}(?!\d))/
    : /^\d{1,2}\.\s?\d{4}(?!\d)/;
}

/** A caption's label with a stray period, as in `Results are in Table. 1.` */
export function isNumberedLabel(word: string, next: string): boolean {
  return (
    /^(?:Table|Figure|Section|Chapter|Equation|Appendix|Tabelle|Abbildung|Tableau|Tabla|Figura|Tabela)$/.test(
      word,
    ) && /^\d{1,3}(?!\d)/.test(next)
  );
}
