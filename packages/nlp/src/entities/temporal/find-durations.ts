import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { Numeral } from '../numeric/find-numerals.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, matchAt, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { calendarWords, parseTimeUnit, timeUnitSource } from './calendar/calendar-words.ts';

/** One component of a duration: 1 hour; of a range, with its upper bound. */
interface DurationPart {
  readonly value: number;
  readonly upperBound?: number;
  readonly unit: string;
  /** The value as written, which keeps `1.50`. */
  readonly written: string;
  /** Whether the number is written in words. */
  readonly isSpelled: boolean;
}

const unitOrder = ['Y', 'MO', 'W', 'D', 'H', 'M', 'S'];
/** Half and a quarter of a unit, in the next smaller unit. */
const halfOf = new Map(Object.entries({ H: [30, 'M'], Y: [6, 'MO'], D: [12, 'H'], M: [30, 'S'] } as const));
const quarterOf = new Map(Object.entries({ H: [15, 'M'], Y: [3, 'MO'], D: [6, 'H'], M: [15, 'S'] } as const));

/**
 * Finds DURATION entities (ISO 8601, `PT1H30M`; ranges `P2D/P3D`): numbers with a time unit, several units in descending
 * order, a half or quarter after them.
 */
export function findDurations(
  text: string,
  numerals: readonly Numeral[],
  context: RuleContext,
): EntityCandidate[] {
  const starts = context.wordStarts(text);
  const byStart = new Map(numerals.map((numeral) => [numeral.startIndex, numeral]));
  const found: EntityCandidate[] = [];
  const inOrder = [...numerals].sort((a, b) => a.startIndex - b.startIndex);
  for (const language of context.lexiconLanguages) {
    let end = 0;
    for (const numeral of inOrder) {
      if (numeral.startIndex < end || (numeral.language !== undefined && numeral.language !== language))
        continue;
      const candidate = durationAt(text, numeral, byStart, language);
      if (candidate === undefined) continue;
      found.push(candidate);
      end = candidate.endIndex;
    }
    found.push(...fixedPhrases(starts, language), ...bareUnits(starts, byStart, language));
  }
  return found.concat([...abbreviatedDurations(starts)]);
}

function durationAt(
  text: string,
  first: Numeral,
  byStart: ReadonlyMap<number, Numeral>,
  language: string,
): EntityCandidate | undefined {
  const words = calendarWords(language);
  const parts: DurationPart[] = [];
  let [numeral, end]: [Numeral | undefined, number] = [first, first.startIndex];
  while (numeral !== undefined && parts.length < 6) {
    const unit = matchAt(text, numeral.endIndex, durationPatterns(language).unit);
    const parsedUnit = parseTimeUnit(unit?.[1] ?? '', words);
    if (unit === null || parsedUnit === undefined) break;
    // Not hours: "an HR number".
    if (numeral.form === 'article' && /^\p{Lu}{2,}$/u.test(unit[1] ?? '')) break;
    const [, count = '1', kind = ''] = /^(\d+)?(\D+)$/.exec(parsedUnit) ?? [];
    const rank = unitOrder.indexOf(kind === 'DEC' || kind === 'CEN' ? 'Y' : kind);
    const before = parts.at(-1);
    // Units must descend: "three days, and two weeks ago" are two durations.
    if (before !== undefined && unitOrder.indexOf(before.unit) >= rank) break;
    parts.push(partOf(numeral, kind, Number(count)));
    end = numeral.endIndex + unit[0].length;
    const separator = matchAt(text, end, durationPatterns(language).separator);
    const rest = afterUnit(text, end, language);
    if (rest !== undefined) {
      const more = (rest.isHalf ? halfOf : quarterOf).get(kind);
      if (more === undefined) break;
      parts.push({ value: more[0], written: String(more[0]), unit: more[1], isSpelled: true });
      end = rest.endIndex;
      break;
    }
    numeral = separator === null ? undefined : byStart.get(end + separator[0].length);
  }
  const value = isoDuration(splitHalves(parts));
  const isPrice = /[$€£¥₹₽₩₺][ \u00a0]?$/u.test(
    text.slice(Math.max(0, first.startIndex - 2), first.startIndex),
  );
  if (value === undefined || isPrice || isFigurative(first, parts) || isRate(text, first, language))
    return undefined;
  return {
    startIndex: first.startIndex,
    endIndex: end,
    type: 'DURATION',
    confidence: confidenceOf(first),
    value,
  };
}

function confidenceOf({ form }: Numeral): number {
  return form === 'digits' || form === 'words' ? 0.9 : 0.75;
}

/** "a second", "un día de estos", "one day": often not a duration. */
function isFigurative({ form }: Numeral, parts: readonly DurationPart[]): boolean {
  const unit = parts[0]?.unit;
  const single = form === 'article' || form === 'pronoun';
  return single && parts.length === 1 && (unit === 'S' || unit === 'D' || unit === 'M');
}

const ratedBefore = memoize(
  (language: string) => `(?:${alternation(calendarWords(language).rateWords)}|kilomet\\p{L}+|%)[\\s\\u00a0]$`,
);

/** "240 kilometers an hour", "twice a year": the unit of a rate. */
function isRate(text: string, { startIndex, form }: Numeral, language: string): boolean {
  return (
    form === 'article' &&
    cachedRegex(ratedBefore(language), 'iu').test(text.slice(Math.max(0, startIndex - 16), startIndex))
  );
}

function partOf(numeral: Numeral, kind: string, count: number): DurationPart {
  const years = kind === 'DEC' ? 10 : kind === 'CEN' ? 100 : 1;
  const unit = years > 1 ? 'Y' : kind;
  const factor = years * count;
  const value = Number(numeral.value) * factor;
  return {
    value,
    written: factor === 1 ? numeral.value : String(value),
    unit,
    isSpelled: numeral.form !== 'digits',
    ...(numeral.upperBound !== undefined && { upperBound: Number(numeral.upperBound) * factor }),
  };
}

function afterUnit(text: string, at: number, language: string) {
  const source = durationPatterns(language).fraction;
  const match = source === undefined ? null : matchAt(text, at, source);
  return match === null ? undefined : { endIndex: at + match[0].length, isHalf: match[1] !== undefined };
}

/** Patterns of a unit after a number, and of a half or quarter after a unit. */
const durationPatterns = memoize((language: string) => {
  const words = calendarWords(language);
  const { halfAfter, quarterAfter, durationAnd } = words;
  const { isUnspaced } = lexiconOf(language);
  const space = isUnspaced ? '[\\s\\u00a0]?' : '[\\s\\u00a0]';
  const quarters = quarterAfter.length > 0 ? `|${alternation(quarterAfter)}` : '';
  return {
    unit: `(?:[\\s\\u00a0-]|['’]|(?<=\\d)${isUnspaced ? '|' : ''})(${timeUnitSource(words)})${wordEnd}`,
    separator: `(?:,?${space}${alternation(durationAnd)}(?:${space}|-)?|,?${space})`,
    fraction:
      halfAfter.length === 0 ? undefined : `${space}(?:(${alternation(halfAfter)})${quarters})${wordEnd}`,
  };
});

/** Expresses spelled halves in whole units ("anderthalb Stunden" is PT1H30M); `1.5 hours` stays as written. */
function splitHalves(parts: readonly DurationPart[]): DurationPart[] {
  return parts.flatMap((part) => {
    const smaller = halfOf.get(part.unit);
    if (part.value % 1 !== 0.5 || smaller === undefined || !part.isSpelled) return [part];
    const [count, unit] = smaller;
    const whole = Math.floor(part.value);
    const rest = { value: count, written: String(count), unit, isSpelled: true };
    return whole === 0 ? [rest] : [{ ...part, value: whole, written: String(whole) }, rest];
  });
}

function isoDuration(parts: readonly DurationPart[]): string | undefined {
  if (parts.length === 0) return undefined;
  const [first] = parts;
  if (first?.upperBound !== undefined && parts.length === 1)
    return `${isoParts([first])}/${isoParts([{ ...first, written: String(first.upperBound) }])}`;
  return isoParts(parts);
}

function isoParts(parts: readonly DurationPart[]): string {
  const written = (units: readonly string[]) =>
    units
      .flatMap((unit) =>
        parts.filter((part) => part.unit === unit).map((part) => `${part.written}${unit[0]}`),
      )
      .join('');
  const time = written(unitOrder.slice(4));
  return `P${written(unitOrder.slice(0, 4))}${time === '' ? '' : `T${time}`}`;
}

/** "שעה ו-20 דקות": a unit that stands for one of it, and a number of a smaller unit. */
function* bareUnits(
  starts: WordStarts,
  byStart: ReadonlyMap<number, Numeral>,
  language: string,
): Generator<EntityCandidate> {
  const { bareUnits: units } = calendarWords(language);
  for (const match of phrasePatterns(language).bareUnit.matchAll(starts)) {
    const numeral = byStart.get(match.index + match[0].length);
    const rest = numeral && durationAt(starts.text, numeral, byStart, language);
    const unit = units[match[1] ?? ''];
    if (rest?.value === undefined || unit === undefined) continue;
    const [, count = '1', kind = ''] = /^(\d+)?(\D+)$/.exec(unit) ?? [];
    const whole = isoDuration([{ value: Number(count), written: count, unit: kind, isSpelled: true }]) ?? '';
    const isTime = rest.value.startsWith('PT');
    const value = whole.startsWith('PT') === isTime ? whole + rest.value.replace(/^PT?/, '') : undefined;
    const candidate = { ...rest, startIndex: match.index };
    yield value === undefined ? candidate : { ...candidate, value };
  }
}

/** Patterns of durations without a number. */
const phrasePatterns = memoize((language: string) => {
  const { durations, bareUnits: units, durationAnd } = calendarWords(language);
  const values = new Map(Object.entries(durations).map(([name, value]) => [name.toLowerCase(), value]));
  const unit = `(${alternation(Object.keys(units))})`;
  return {
    values,
    fixedPhrase: new WordPattern(`${alternation(values.keys())}${wordEnd}`),
    bareUnit: new WordPattern(`${unit}[ \\u00a0]${alternation(durationAnd)}[ \\u00a0-]?`),
  };
});

function* fixedPhrases(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { values, fixedPhrase } = phrasePatterns(language);
  for (const match of fixedPhrase.matchAll(starts)) {
    const value = values.get(match[0].toLowerCase().replace(/\s/g, ' '));
    const endIndex = match.index + match[0].length;
    if (value !== undefined)
      yield { startIndex: match.index, endIndex, type: 'DURATION', confidence: 0.85, value };
  }
}

const shortHours = '(\\d{1,4})[ ]?h[ ]?';
const shortMinutes = '(\\d{1,4})[ ]?min[ ]?';
const shortSeconds = '(\\d{1,5}(?:\\.\\d{1,3})?)[ ]?(?:sec|s)';
const abbreviated = new WordPattern(
  new RegExp(
    `(?<![\\p{L}\\p{N}_.,:-])(?:${shortHours}(?:${shortMinutes})?(?:${shortSeconds})?|${shortMinutes}(?:${shortSeconds})?|${shortSeconds})(?<=\\p{L})(?![\\p{L}\\p{N}_/-])`,
    'u',
  ),
);

/** 2h 30min, 45 min, 30s. */
function* abbreviatedDurations(starts: WordStarts): Generator<EntityCandidate> {
  for (const match of abbreviated.matchAll(starts)) {
    const written = [match[1], match[2] ?? match[4], match[3] ?? match[5] ?? match[6]];
    const parts = written.flatMap((written, at) =>
      written === undefined
        ? []
        : [{ value: Number(written), written, unit: ['H', 'M', 'S'][at] ?? 'S', isSpelled: false }],
    );
    const value = isoDuration(parts);
    const endIndex = match.index + match[0].trimEnd().length;
    if (value !== undefined)
      yield { startIndex: match.index, endIndex, type: 'DURATION', confidence: 0.75, value };
  }
}
