import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, wordEnd, wordStart } from '../rules/regex-builder.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { zeroPad } from './calendar/calendar-arithmetic.ts';

const clock = '(?:[01]?\\d|2[0-4])(?:[.:][0-5]\\d)?';
const dotted = '(?:[01]?\\d|2[0-3])\\.[0-5]\\d';
const dash = '[ \\u00a0]?[-\\u2013\\u2014~][ \\u00a0]?';

const patternsOf = memoize((language: string) => {
  const { calendar, clock: words } = lexiconOf(language);
  const day = alternation([...calendar.weekdays, ...calendar.weekdayForms].flat());
  const cue = alternation([...words.rangeCues, ...calendar.weekdayAdverbs]);
  const from = alternation(words.rangeFrom);
  const to = alternation(words.rangeTo);
  return {
    bareRange: new WordPattern(
      `(?<=${wordStart}(?:${day}|${cue})\\.?[:,]?[ \\u00a0])(${clock})${dash}(${clock})${wordEnd}(?![.,:]?\\d|[ \\u00a0]?[%\\u20ac$£])`,
    ),
    start: new WordPattern(
      `(?<![-.,:/$\u20ac£])(${from}[ \\u00a0])?(${clock})(?=[ \\u00a0]${to}[ \\u00a0])${wordEnd}`,
    ),
    end: cachedRegex(
      `([ \\u00a0]${to}[ \\u00a0])(${clock})${wordEnd}(?=$|[.,;!?\\n]|[ \\u00a0]\\p{L})(?![.,]\\d)`,
    ),
    hasRangeFrom: cachedRegex(`${wordStart}${from}[ \\u00a0][^.!?]{0,24}$`, 'iu'),
    dotted: new WordPattern(
      `(?<![\\d.,:/-])(${dotted})(?:${dash}(${dotted}))?${wordEnd}(?![.,:/]\\d|[ \\u00a0]?(?:[%\u20ac$£]|kr|Rp|EUR|USD|(?:k?m|c?m|k?g|l|ha|к?м|см|к?г|л|т|га)(?!\\p{L})))`,
    ),
  };
});

/**
 * Finds TIME entities without a word for the hour: ranges after a weekday ("Mon 9-17"), the first time of a range in words
 * ("from 9 to 17:30") and times with a period where the language writes them so ("19.00").
 *
 * @param times the times that are known already, in text order
 */
export function* findHourRanges(
  starts: WordStarts,
  language: string,
  times: readonly EntityCandidate[],
): Generator<EntityCandidate> {
  const { text } = starts;
  const { bareRange, start, end, hasRangeFrom, dotted } = patternsOf(language);
  for (const match of bareRange.matchAll(starts)) {
    yield timeAt(match.index, match[0], `${formatClock(match[1])}/${formatClock(match[2])}`, 0.85);
  }
  const byStart = new Map(times.map((time) => [time.startIndex, time]));
  for (const match of start.matchAll(starts)) {
    const [, lead, written = ''] = match;
    const at = match.index + match[0].length - written.length;
    const rest = /^[ \u00a0]\S{1,8}[ \u00a0]/u.exec(
      text.slice(at + written.length, at + written.length + 12),
    );
    const next = rest === null ? undefined : byStart.get(at + written.length + rest[0].length);
    // Without "from", the second time must name its half of the day: "2 to 4pm".
    if (next === undefined || (lead === undefined && !hasHalf(text, next))) continue;
    yield timeAt(at, written, withHalfOf(text, next, formatClock(written)), 0.85);
  }
  for (const match of times.length === 0 ? [] : text.matchAll(end)) {
    const [, lead = '', written = ''] = match;
    // The first time of the range is known: "între orele 9 și 15".
    const at = match.index + match[0].length - written.length;
    if (!times.some((time) => time.endIndex === at - lead.length)) continue;
    if (!hasRangeFrom.test(text.slice(Math.max(0, at - 40), at - lead.length))) continue;
    yield timeAt(at, written, formatClock(written), 0.8);
  }
  if (!lexiconOf(language).clock.hasDotTimes) return;
  for (const match of dotted.matchAll(starts)) {
    const to = match[2] === undefined ? '' : `/${formatClock(match[2])}`;
    yield timeAt(match.index, match[0], `${formatClock(match[1])}${to}`, 0.85);
  }
}

function hasHalf(text: string, { startIndex, endIndex }: EntityCandidate): boolean {
  return /[ap]\.?[ ]?m\.?$/i.test(text.slice(startIndex, endIndex));
}

/** "2 to 4pm": the first time is in the same half of the day unless it is later on the clock. */
function withHalfOf(text: string, next: EntityCandidate, value: string): string {
  const isPm = /p\.?[ ]?m\.?$/i.test(text.slice(next.startIndex, next.endIndex));
  const [hour = '', minute = ''] = value.split(':');
  const end = Number(next.value?.slice(0, 2));
  if (!isPm || Number(hour) >= 12 || Number(hour) > end - 12) return value;
  return `${zeroPad(Number(hour) + 12)}:${minute}`;
}

function formatClock(written = ''): string {
  const [hour = '', minute = '00'] = written.split(/[.:]/);
  return `${zeroPad(Number(hour))}:${minute}`;
}

function timeAt(startIndex: number, text: string, value: string, confidence: number): EntityCandidate {
  return { startIndex, endIndex: startIndex + text.length, type: 'TIME', confidence, value };
}
