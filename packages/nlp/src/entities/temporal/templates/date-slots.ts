import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../../lexicon/lexicons.ts';
import { alternation } from '../../rules/regex-builder.ts';
import type { TemplateSlots } from './compile-template.ts';

/** Han digits, in which Chinese and Japanese dates may be written. */
const hanDigit = '[〇零一二三四五六七八九]';
const hanNumber = '[一二三四五六七八九十廿]{1,4}';

/** Returns the slots of date templates in a language. */
export const dateSlots = memoize((language: string): TemplateSlots => {
  const { calendar, numbers, periods, isUnspaced } = lexiconOf(language);
  const day = [
    '0?[1-9]|[12]\\d|3[01]',
    ...(isUnspaced ? [hanNumber] : []),
    ...nonEmpty(Object.keys(calendar.dayWords)),
  ].join('|');
  const month = alternation(calendar.months.flat());
  const year = ['(?:1\\d|20)\\d{2}', ...(isUnspaced ? [`${hanDigit}{4}`] : [])].join('|');
  const ranks = Object.keys(numbers.ordinals).filter((word) => (numbers.ordinals[word] ?? 9) <= 4);
  const ordinals = nonEmpty(Object.keys(numbers.ordinals));
  const han = isUnspaced ? [hanNumber] : [];
  const monthNumber = ['0?[1-9]|1[0-2]', ...han].join('|');
  return {
    values: {
      ...{ d: day, from: day, y: year, until: year, until2: '\\d{2}', yy: "['’]\\d{2}" },
      ...{ month, month1: month, m: monthNumber, m1: monthNumber },
      rm: 'I{1,3}|IV|VI{0,3}|IX|XI{0,2}',
      hy: '1[34]\\d\\d',
      era: alternation(Object.keys(calendar.eras)),
      ey: ['\\d{1,3}|元', ...han].join('|'),
      q: ['[1-4]|I{1,3}|IV', ...nonEmpty(ranks), ...han].join('|'),
      half: ['[12]|I{1,2}', ...nonEmpty(ranks), ...han].join('|'),
      week: '[1-9]|[1-4]\\d|5[0-3]',
      decade: '(?:1\\d|20)\\d0|\\d0',
      decadeName: alternation(Object.keys(periods.decades)),
      century: ['\\d{1,2}|[IVX]{1,5}', ...ordinals, ...han].join('|'),
    },
    words: {
      open: '\\(',
      close: '\\)',
      anyMonth: month,
      weekday: alternation([...calendar.weekdays.flat(), ...calendar.weekdayForms.flat()]),
      ord: alternation(numbers.ordinalSuffixes),
      of: alternation(calendar.of),
    },
    parts: calendar.templateParts,
  };
});

function nonEmpty(words: readonly string[]): string[] {
  return words.length === 0 ? [] : [alternation(words)];
}
