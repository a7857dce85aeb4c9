import { pad } from './calendar-arithmetic.ts';
import { calendarWords, unitOf } from './calendar-words.ts';
import type { Candidate, RuleContext } from './candidate.ts';
import { numberWordsSource, parseNumberWords } from './number-words.ts';
import { parseNumber } from './parse-number.ts';
import { anyOf, pattern, wordEnd, wordStart } from './word-pattern.ts';

const zone = '(?:[ \\u00a0]?(?:UTC|GMT|[CEMP][SD]T|CES?T|BST|IST|JST|Z)(?![\\p{L}\\p{N}])(?:[+-]\\d{1,2})?)?';

/** TIME (value `14:30`, of the day, with seconds where written) and DURATION (ISO 8601, `PT1H30M`). */
export function findTimes(text: string, context: RuleContext): Candidate[] {
  return [
    ...clockTimes(text),
    ...hours(text, context),
    ...namedTimes(text, context),
    ...durations(text, context),
  ];
}

function* clockTimes(text: string): Generator<Candidate> {
  const half = '[ \\u00a0]?(a\\.?m\\.?|p\\.?m\\.?)(?![\\p{L}\\p{N}])';
  const colon = `(?<![\\p{L}\\p{N}_:]|\\d[.,/-])(\\d{1,2}):([0-5]\\d)(?::([0-5]\\d)(?:[.,]\\d{1,6})?)?(?:${half})?(?![\\p{N}_:])${zone}`;
  for (const match of text.matchAll(pattern(colon))) {
    const value = timeOfDay(match[1], match[2], match[3], match[4]);
    if (value !== undefined) yield candidate(match, 'TIME', 0.93, value);
  }
  const bare = `(?<![\\p{L}\\p{N}_:.,$€£])(\\d{1,2})(?:\\.([0-5]\\d))?${half}${zone}`;
  for (const match of text.matchAll(pattern(bare))) {
    const value = timeOfDay(match[1], match[2], undefined, match[3]);
    if (value !== undefined) yield candidate(match, 'TIME', 0.95, value);
  }
}

/** 14h30, 14 Uhr, 14.30 Uhr, 5 o'clock. */
function* hours(text: string, context: RuleContext): Generator<Candidate> {
  const romance =
    /(?<![\p{L}\p{N}_.,:])([01]?\d|2[0-4])[ \u00a0]?h(?:[ \u00a0]?([0-5]\d)(?:min)?)?(?![\p{L}\p{N}_/])/gu;
  if (context.tables.some((language) => language !== 'en' && language !== 'de')) {
    for (const match of text.matchAll(romance)) {
      const value = timeOfDay(match[1], match[2], undefined, undefined);
      if (value !== undefined) yield candidate(match, 'TIME', match[2] === undefined ? 0.7 : 0.9, value);
    }
  }
  for (const language of context.tables) {
    const { clock } = calendarWords(language);
    if (clock.length === 0 || language === 'nl' || language === 'es' || language === 'pt') continue;
    // French "heures" is also a span of time: of the day it is when it follows "à" or comes with minutes.
    const before = language === 'fr' ? '(?<=(?:à|vers|dès)[\\s\\u00a0])' : '';
    const source = `${before}(?<![\\p{L}\\p{N}_.,:])(\\d{1,2})(?:[.:]([0-5]\\d))?[ \\u00a0]${anyOf(clock)}${wordEnd}(?:[ \\u00a0]([0-5]\\d)(?![\\p{L}\\p{N}.,]))?`;
    for (const match of text.matchAll(pattern(source))) {
      const value = timeOfDay(match[1], match[2] ?? match[3], undefined, undefined);
      if (value !== undefined) yield candidate(match, 'TIME', 0.93, value);
    }
  }
}

function* namedTimes(text: string, context: RuleContext): Generator<Candidate> {
  for (const language of context.tables) {
    const { noon, midnight } = calendarWords(language);
    const source = `${wordStart}${anyOf([...noon, ...midnight])}${wordEnd}`;
    for (const match of text.matchAll(pattern(source))) {
      const isNoon = noon.some((name) => name.toLowerCase() === match[0].toLowerCase());
      yield candidate(match, 'TIME', 0.8, isNoon ? '12:00' : '00:00');
    }
  }
}

function timeOfDay(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
  half: string | undefined,
): string | undefined {
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  if (hours > 24 || (hours === 24 && Number(minute ?? 0) > 0)) return undefined;
  return `${pad(hours)}:${minute ?? '00'}${second === undefined ? '' : `:${second}`}`;
}

const order = ['Y', 'MO', 'W', 'D', 'H', 'M', 'S'];

function* durations(text: string, context: RuleContext): Generator<Candidate> {
  for (const language of context.tables) {
    const words = calendarWords(language);
    const unit = `(?:${anyOf(Object.keys(words.units))})`;
    const amount = `(?:\\d{1,6}(?:[.,]\\d{1,3})?|${numberWordsSource(context)})`;
    const part = `${amount}[\\s\\u00a0-]${unit}`;
    const source = `(?<![\\p{L}\\p{N}_$€£]|\\d[.,:/-])${part}(?:(?:,?[\\s\\u00a0](?:and|und|et|y|e|en)?[\\s\\u00a0]?)${part}){0,3}${wordEnd}`;
    const parts = pattern(`(${amount})[\\s\\u00a0-](${unit})`);
    for (const match of text.matchAll(pattern(source))) {
      const value = isoDuration(
        [...match[0].matchAll(parts)].map((piece) => [
          numberOf(piece[1] ?? '', context),
          unitOf(piece[2] ?? '', words),
        ]),
      );
      if (value !== undefined) yield candidate(match, 'DURATION', 0.9, value);
    }
  }
  const short =
    /(?<![\p{L}\p{N}_.,:])(?:(\d{1,4})[ ]?h[ ]?)?(?:(\d{1,4})[ ]?min[ ]?)?(?:(\d{1,5}(?:\.\d{1,3})?)[ ]?(?:sec|s))?(?<=\p{L})(?![\p{L}\p{N}_/])/gu;
  for (const match of text.matchAll(short)) {
    const value = isoDuration([
      [match[1], 'H'],
      [match[2], 'M'],
      [match[3], 'S'],
    ]);
    if (value !== undefined && match[0].length > 1) yield candidate(match, 'DURATION', 0.75, value);
  }
}

function numberOf(text: string, context: RuleContext): string | undefined {
  return /^\d/.test(text)
    ? parseNumber(text, context.decimalComma || !text.includes('.'))
    : parseNumberWords(text, context)?.toString();
}

function isoDuration(
  parts: readonly (readonly [string | undefined, string | undefined])[],
): string | undefined {
  const byUnit = new Map<string, string>();
  for (const [amount, unit] of parts) {
    if (amount === undefined || unit === undefined) continue;
    if (unit === 'DEC') byUnit.set('Y', String(Number(amount) * 10));
    else if (unit === 'CEN') byUnit.set('Y', String(Number(amount) * 100));
    else byUnit.set(unit, amount);
  }
  if (byUnit.size === 0) return undefined;
  const written = (units: readonly string[]) =>
    units.map((unit) => (byUnit.has(unit) ? `${byUnit.get(unit)}${unit[0]}` : '')).join('');
  const time = written(order.slice(4));
  return `P${written(order.slice(0, 4))}${time === '' ? '' : `T${time}`}`;
}

function candidate(
  match: RegExpExecArray,
  type: 'TIME' | 'DURATION',
  confidence: number,
  value: string,
): Candidate {
  const length = match[0].trimEnd().length;
  return { startIndex: match.index, endIndex: match.index + length, type, confidence, value };
}
