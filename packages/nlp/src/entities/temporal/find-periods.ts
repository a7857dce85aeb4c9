import { memoize } from '@quern/runtime/caching/memoize';
import { lexiconOf } from '../lexicon/lexicons.ts';
import { numberWords } from '../numeric/number-words.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import type { WordStarts } from '../rules/word-starts.ts';
import { expandYear } from './calendar/calendar-arithmetic.ts';
import { calendarWords } from './calendar/calendar-words.ts';
import { readRomanNumeral } from './templates/read-date.ts';

const space = '[\\s\\u00a0]';

/** Finds DATE entities that name a period: quarters, half-years, fiscal years, decades (`198X`), centuries (`20XX`; ISO 8601-2). */
export function findPeriods(text: string, context: RuleContext): EntityCandidate[] {
  const starts = context.wordStarts(text);
  const found = [...numericPeriods(starts, context)];
  for (const language of context.lexiconLanguages) {
    found.push(
      ...partsOfYear(starts, language),
      ...decades(starts, language),
      ...centuries(starts, language),
    );
  }
  return found;
}

const quarter = new WordPattern(
  /(?<![\p{L}\p{N}_])(?:(Q|T|H)([1-4])|([1-4])([QT]))(?:[\s/-]?((?:19|20)\d{2}|['’]\d{2}))?(?![\p{L}\p{N}]|[-/]\d)/u,
);
const fiscal = new WordPattern(
  /(?<![\p{L}\p{N}_])FY[ ]?['’]?((?:19|20)\d{2}|\d{2})(?:[/-](\d{2,4}))?(?![\p{L}\p{N}])/u,
);
const englishDecade = new WordPattern(
  /(?<![\p{L}\p{N}_])(?:the[\s](?:(?:early|late|mid)[\s-])?)?(?:((?:1[5-9]|20)\d)0['’]?s|['’](\d)0s|(?<=(?:the|early|late|mid)[\s-])([2-9])0s)(?![\p{L}\p{N}])/iu,
);

function* numericPeriods(starts: WordStarts, context: RuleContext): Generator<EntityCandidate> {
  for (const match of quarter.matchAll(starts)) {
    const [, first, firstNumber, lastNumber, , year] = match;
    const number = firstNumber ?? lastNumber;
    const isHalf = first === 'H';
    if ((isHalf && Number(number) > 2) || (year === undefined && first !== 'Q')) continue;
    const part = `${isHalf ? 'H' : 'Q'}${number}`;
    yield dateFromMatch(match, 0.85, year === undefined ? part : `${expandYear(year)}-${part}`);
  }
  for (const match of fiscal.matchAll(starts)) {
    const from = expandYear(match[1] ?? '');
    const to =
      match[2] === undefined ? undefined : match[2].length === 2 ? expandYear(match[2]) : Number(match[2]);
    yield dateFromMatch(match, 0.9, to === undefined ? String(from) : `${from}/${to}`);
  }
  if (context.lexiconLanguages.includes('en')) {
    for (const match of englishDecade.matchAll(starts)) {
      yield dateFromMatch(
        match,
        0.92,
        match[1] === undefined ? `19${match[2] ?? match[3]}X` : `${match[1]}X`,
      );
    }
  }
}

const partOfYear = memoize((language: string) => {
  const { quarter: quarters, halfYear, of } = lexiconOf(language).periods;
  const { ordinals, ordinalSuffixes } = numberWords(language);
  const ranks = new Map([...ordinals].filter(([, value]) => value <= 4));
  const link = `(?:${alternation([...calendarWords(language).of, ...of])}${space})?`;
  const rank = `(?:(${alternation(ranks.keys())})|([1-4])(?:\\.|${alternation(ordinalSuffixes)})?)`;
  const source = `${rank}${space}(?:(${alternation(quarters)})|${alternation(halfYear)})${space}${link}((?:19|20)\\d{2})${wordEnd}`;
  return { pattern: new WordPattern(source), ranks };
});

/** "Third quarter of 2024", "ersten Halbjahr 2023", "4e trimestre 2024". */
function* partsOfYear(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { pattern, ranks } = partOfYear(language);
  for (const match of pattern.matchAll(starts)) {
    const [, name, digit, isQuarter, year] = match;
    const number = name === undefined ? Number(digit) : ranks.get(name.toLowerCase());
    if (number === undefined || (isQuarter === undefined && number > 2)) continue;
    yield dateFromMatch(match, 0.95, `${year}-${isQuarter === undefined ? 'H' : 'Q'}${number}`);
  }
}

const decade = memoize((language: string) => {
  const { decades: names, decadeLead, decadeTail } = lexiconOf(language).periods;
  const values = new Map<string, number>(Object.entries(names));
  const figures = "(?:((?:1[5-9]|20)\\d)|['’]?(\\d))0";
  const word = `(${alternation(values.keys())})`;
  const source =
    decadeTail.length > 0
      ? `(?:${figures}er|${word})(?:[\\s\\u00a0-]${alternation(decadeTail)})${wordEnd}`
      : language === 'en'
        ? `${alternation(decadeLead)}${space}()()${word}${wordEnd}`
        : `${alternation(decadeLead)}${space}(?:${figures}|${word})${wordEnd}`;
  return { pattern: new WordPattern(source), values };
});

/** Années 1990, años 90, anni '90, jaren negentig, 1990er Jahre, the nineties. */
function* decades(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { pattern, values } = decade(language);
  for (const match of pattern.matchAll(starts)) {
    const [, long = '', short = '', name] = match;
    const tens = name === undefined ? short : String(values.get(name.toLowerCase()));
    yield dateFromMatch(match, 0.92, long === '' ? `19${tens}X` : `${long}X`);
  }
}

const roman = '[IVXivx]{1,5}';

const centuryPattern = memoize((language: string) => {
  const { century, centuryFirst } = lexiconOf(language).periods;
  const { ordinals, ordinalSuffixes } = numberWords(language);
  const rank = `(?:(\\d{1,2})(?:\\.|${alternation(ordinalSuffixes)})?|(${roman})(?:${alternation(ordinalSuffixes)})?|(${alternation(ordinals.keys())}))`;
  const name = alternation(century);
  const source = centuryFirst ? `${name}${space}${rank}` : `${rank}[\\s\\u00a0-]${name}`;
  return new WordPattern(`${source}${wordEnd}`);
});

/** 21st century, XXIe siècle, siglo XXI, 21. Jahrhundert. */
function* centuries(starts: WordStarts, language: string): Generator<EntityCandidate> {
  const { ordinals } = numberWords(language);
  for (const match of centuryPattern(language).matchAll(starts)) {
    const [, digits, letters, word] = match;
    const number =
      digits !== undefined
        ? Number(digits)
        : letters !== undefined
          ? readRomanNumeral(letters.toUpperCase())
          : ordinals.get(word?.toLowerCase() ?? '');
    if (number === undefined || number < 1 || number > 30) continue;
    yield dateFromMatch(match, 0.93, `${String(number - 1).padStart(2, '0')}XX`);
  }
}
