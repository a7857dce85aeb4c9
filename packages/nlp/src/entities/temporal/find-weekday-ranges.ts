import { memoize } from '@quern/runtime/caching/memoize';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, wordEnd, wordStart } from '../rules/regex-builder.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { calendarWords } from './calendar/calendar-words.ts';

/** Characters after a range in which an abbreviation still is a weekday: "Mon-Fri 9-18, Sat 10-14, Sun closed". */
const listLength = 60;

const patternsOf = memoize((language: string) => {
  const { weekdays, weekdayForms } = calendarWords(language);
  const all = alternation([...weekdays, ...weekdayForms].flat());
  const short = alternation(weekdays.flatMap((names) => names.slice(1)));
  return {
    range: new WordPattern(`${all}[ \\u00a0]?[-\\u2013\\u2014~][ \\u00a0]?${all}${wordEnd}`),
    beforeTime: new WordPattern(`${short}(?=[ \\u00a0:]{1,2}\\d{1,2}(?:[:.]\\d\\d|[-\\u2013]\\d))`),
    short: cachedRegex(`${wordStart}${short}${wordEnd}(?=[ \\u00a0]|[,.;:]|$)`),
  };
});

/** Finds DATE entities of opening hours: ranges of weekdays, and abbreviated weekdays next to them or to a time. */
export function* findWeekdayRanges(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { range, beforeTime, short } = patternsOf(language);
  for (const match of beforeTime.matchAll(starts)) yield dateFromMatch(match, 0.85);
  for (const match of range.matchAll(starts)) {
    yield dateFromMatch(match, 0.9);
    const start = match.index + match[0].length;
    const line = starts.text.slice(start, start + listLength).split('\n')[0] ?? '';
    for (const other of line.matchAll(short)) {
      const at = start + other.index;
      yield { startIndex: at, endIndex: at + other[0].length, type: 'DATE', confidence: 0.8 };
    }
  }
}
