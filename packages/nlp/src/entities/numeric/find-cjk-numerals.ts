import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import { alternation, cachedRegex } from '../rules/regex-builder.ts';
import { readHanNumber } from './read-han-number.ts';

/** A number with Han or Hangul scale signs, or in Han numerals. */
export interface CjkNumeral {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly value: number;
  readonly hasDigits: boolean;
  /** Whether the sign is also a word, so that a unit must follow: 一, 千. */
  readonly isSingle: boolean;
}

const hangul = '일이삼사오육륙칠팔구십백천만억조';
const han = '〇零一二三四五六七八九十百千万萬亿億两兩';
const scale = '[十百千万萬亿億兆십백천만억조]';
const digits = '\\d{1,3}(?:,\\d{3}){1,4}|\\d{1,12}(?:\\.\\d{1,4})?';
const sourceOf = memoize(
  (language: string) =>
    `(?<![\\p{N}_.,/-]|[A-Za-z제第])(?:((?:(?:${digits})${scale}{1,2}[ ]?){1,4}(?:(?:\\d{1,3},\\d{3}|\\d{1,4})(?!\\d|[.,]\\d|[年月日時时点點分秒]))?)|([${han}]{1,16}(?:点[${han}]{1,6})?)|([${hangul}]{1,12}(?=[ ]?${alternation(lexiconOf(language).numbers.counters)})))`,
);

/**
 * Finds numbers such as 3万5千, 1億2,000万, 5만 and 三百五十.
 *
 * @param language decides which words may follow a number in Hangul
 */
export function* findCjkNumerals(text: string, language: string): Generator<CjkNumeral> {
  for (const match of text.matchAll(cachedRegex(sourceOf(language), 'gu'))) {
    const [whole, mixed, spelled = '', korean] = match;
    const written = whole.trimEnd();
    const value =
      spelled === ''
        ? readHanNumber(mixed === undefined ? (korean ?? '') : written)
        : readHanDecimal(spelled);
    const next = text.slice(match.index + whole.length, match.index + whole.length + 2);
    if (value === undefined || isWord(spelled || korean || '', next)) continue;
    yield {
      startIndex: match.index,
      endIndex: match.index + written.length,
      value,
      hasDigits: mixed !== undefined,
      isSingle: mixed === undefined && (spelled.length === 1 || korean !== undefined),
    };
  }
}

/** Whether signs are another word: 百度, 千万, 十分 ("very"), 만일. */
function isWord(spelled: string, next: string): boolean {
  if (/^[百千万萬亿億]+$/.test(spelled)) return !/^[元円块人年个米]/u.test(next);
  if (spelled === '十') return /^分(?![钟鐘間间])/u.test(next);
  if (spelled === '万一' || spelled === '만일') return true;
  return /^[일만백천]$/.test(spelled) && !/^[ ]?(?:원|달|명|개)/u.test(next);
}

/** 三点五 is 3.5. */
function readHanDecimal(text: string): number | undefined {
  const [whole = '', fraction] = text.split('点');
  const value = readHanNumber(whole);
  if (value === undefined || fraction === undefined) return value;
  const digit = readHanNumber(fraction);
  return digit === undefined ? undefined : Number(`${value}.${digit}`);
}
