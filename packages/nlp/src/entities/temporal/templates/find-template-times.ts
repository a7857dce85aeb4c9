import { memoize } from '@quern/runtime/caching/memoize';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { lexiconOf } from '../../lexicon/lexicons.ts';
import { readHanNumber } from '../../numeric/read-han-number.ts';
import type { EntityCandidate } from '../../rules/entity-candidate.ts';
import { alternation, wordEnd } from '../../rules/regex-builder.ts';
import { WordPattern } from '../../rules/word-pattern.ts';
import type { WordStarts } from '../../rules/word-starts.ts';
import { zeroPad } from '../calendar/calendar-arithmetic.ts';
import { compileTemplate, type TemplateSlots } from './compile-template.ts';

/** Finds TIME entities by the templates of a language's lexicon: половина третьего, 午後3時半, kl. 14.30. */
export function* findTemplateTimes(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const lexicon = lexiconOf(language);
  for (const { pattern, shift } of templatesOf(language)) {
    for (const match of pattern.matchAll(starts)) {
      const value = readTime(match.groups ?? {}, shift, lexicon);
      if (value === undefined) continue;
      const startIndex = match.index + match[0].length - match[0].trimStart().length;
      const endIndex = match.index + match[0].trimEnd().length;
      yield { startIndex, endIndex, type: 'TIME', confidence: 0.93, value };
    }
  }
}

interface TimeTemplate {
  readonly pattern: WordPattern;
  /** Minutes that the template adds to the time that its slots name. */
  readonly shift: number;
}

const templatesOf = memoize((language: string): TimeTemplate[] =>
  lexiconOf(language).clock.times.map((line) => {
    const [template = '', shift = '0'] = line.split(' => ');
    const source = compileTemplate(template, timeSlots(language));
    const pattern = `(?<!\\d[.,:])${source}${wordEnd}(?![.,:]\\d|(?<=\\d)[/-]\\d)`;
    return { pattern: new WordPattern(pattern), shift: Number(shift) };
  }),
);

const timeSlots = memoize((language: string): TemplateSlots => {
  const { clock, isUnspaced } = lexiconOf(language);
  const han = isUnspaced ? ['[零〇一二两三四五六七八九十]{1,3}'] : [];
  const hour = ['[01]?\\d|2[0-4]', ...wordsOf(clock.hours), ...han].join('|');
  const minute = ['[0-5]?\\d', ...wordsOf(clock.minutes), ...han].join('|');
  return {
    values: {
      ...{
        h: hour,
        h2: hour,
        hd: '[01]?\\d|2[0-4]',
        hw: alternation(Object.keys(clock.hours)),
      },
      ...{
        mw: alternation(Object.keys(clock.minutes)),
        hhmm: '(?:[01]\\d|2[0-3])[0-5]\\d',
        min: '[0-5]\\d',
        min2: '[0-5]\\d',
        s: '[0-5]\\d',
        minutes: minute,
      },
      ...{ past: minute, to: minute, part: alternation(Object.keys(clock.dayParts)) },
    },
    words: { open: '\\(', close: '\\)' },
    parts: clock.templateParts,
  };
});

function wordsOf(table: Readonly<Record<string, number>>): string[] {
  const words = Object.keys(table);
  return words.length === 0 ? [] : [alternation(words)];
}

type TimeGroups = Readonly<Record<string, string | undefined>>;

function readTime(groups: TimeGroups, shift: number, lexicon: Lexicon): string | undefined {
  const { clock } = lexicon;
  const minutes =
    readNumber(
      groups.min ?? groups.mw ?? groups.hhmm?.slice(2) ?? groups.minutes ?? groups.past ?? groups.to,
      clock.minutes,
    ) ?? 0;
  const offset = shift + (groups.to === undefined ? minutes : -minutes);
  const part = clock.dayParts[groups.part?.toLowerCase() ?? ''];
  const from = clockTime(
    readNumber(groups.h ?? groups.hd ?? groups.hw ?? groups.hhmm?.slice(0, 2), clock.hours),
    offset,
    part,
  );
  if (from === undefined) return undefined;
  const seconds = groups.s === undefined ? '' : `:${groups.s}`;
  if (groups.h2 === undefined) return `${from}${seconds}`;
  const to = clockTime(readNumber(groups.h2, clock.hours), Number(groups.min2 ?? 0), part);
  return to === undefined ? undefined : `${from}/${to}`;
}

function readNumber(text: string | undefined, words: Readonly<Record<string, number>>): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : (words[text.toLowerCase()] ?? readHanNumber(text));
}

/** @param part half of the day: `am`, `pm`, `noon` (ten to nine) or `night`, which ends at six */
function clockTime(hour: number | undefined, offset: number, part: string | undefined): string | undefined {
  if (hour === undefined || hour > 24) return undefined;
  let hours = hour;
  if (part === 'pm' && hour < 12) hours += 12;
  if (part === 'noon' && hour < 10) hours += 12;
  if (part === 'am' && hour === 12) hours = 0;
  if (part === 'night') hours = hour === 12 ? 0 : hour >= 6 && hour < 12 ? hour + 12 : hour;
  const minutes = (((hours * 60 + offset) % 1440) + 1440) % 1440;
  return `${zeroPad(Math.floor(minutes / 60))}:${zeroPad(minutes % 60)}`;
}
