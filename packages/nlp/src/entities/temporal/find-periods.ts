import { lexiconOf } from '../lexicon/lexicons.ts';
import { numberWords } from '../numeric/number-words.ts';
import { dateFromMatch, type EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, cachedRegex, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { expandYear } from './calendar/calendar-arithmetic.ts';
import { calendarWords } from './calendar/calendar-words.ts';
import { readRomanNumeral } from './templates/read-date.ts';

const space = '[\\s\\u00a0]';

/** Finds DATE entities that name a period: quarters, half-years, fiscal years, decades (`198X`), centuries (`20XX`; ISO 8601-2). */
export function findPeriods(text: string, context: RuleContext): EntityCandidate[] {
  const found = /\p{Nd}/u.test(text) ? [...numericPeriods(text, context)] : [];
  for (const language of context.lexiconLanguages) {
    found.push(...partsOfYear(text, language), ...decades(text, language), ...centuries(text, language));
  }
  return found;
}

const quarter =
  /(?<![\p{L}\p{N}_])(?:(Q|T|H)([1-4])|([1-4])([QT]))(?:[\s/-]?((?:19|20)\d{2}|['’]\d{2}))?(?![\p{L}\p{N}]|[-/]\d)/gu;
const fiscal = /(?<![\p{L}\p{N}_])FY[ ]?['’]?((?:19|20)\d{2}|\d{2})(?:[/-](\d{2,4}))?(?![\p{L}\p{N}])/gu;
const englishDecade =
  /(?<![\p{L}\p{N}_])(?:the[\s](?:(?:early|late|mid)[\s-])?)?(?:((?:1[5-9]|20)\d)0['’]?s|['’](\d)0s|(?<=(?:the|early|late|mid)[\s-])([2-9])0s)(?![\p{L}\p{N}])/giu;

function* numericPeriods(text: string, context: RuleContext): Generator<EntityCandidate> {
  for (const match of text.matchAll(quarter)) {
    const [, first, firstNumber, lastNumber, , year] = match;
    const number = firstNumber ?? lastNumber;
    const isHalf = first === 'H';
    if ((isHalf && Number(number) > 2) || (year === undefined && first !== 'Q')) continue;
    const part = `${isHalf ? 'H' : 'Q'}${number}`;
    yield dateFromMatch(match, 0.85, year === undefined ? part : `${expandYear(year)}-${part}`);
  }
  for (const match of text.matchAll(fiscal)) {
    const from = expandYear(match[1] ?? '');
    const to =
      match[2] === undefined ? undefined : match[2].length === 2 ? expandYear(match[2]) : Number(match[2]);
    yield dateFromMatch(match, 0.9, to === undefined ? String(from) : `${from}/${to}`);
  }
  if (context.lexiconLanguages.includes('en')) {
    for (const match of text.matchAll(englishDecade)) {
      yield dateFromMatch(
        match,
        0.92,
        match[1] === undefined ? `19${match[2] ?? match[3]}X` : `${match[1]}X`,
      );
    }
  }
}

/** "Third quarter of 2024", "ersten Halbjahr 2023", "4e trimestre 2024". */
function* partsOfYear(text: string, language: string): Generator<EntityCandidate> {
  const { quarter: quarters, halfYear } = lexiconOf(language).periods;
  const { ordinals, ordinalSuffixes } = numberWords(language);
  const ranks = new Map([...ordinals].filter(([, value]) => value <= 4));
  const of = `(?:(?:${alternation(calendarWords(language).of)}|van|des${space}Jahres|del|del${space}año)${space})?`;
  const rank = `(?:(${alternation(ranks.keys())})|([1-4])(?:\\.|${alternation(ordinalSuffixes)})?)`;
  const source = `${wordStart}${rank}${space}(?:(${alternation(quarters)})|${alternation(halfYear)})${space}${of}((?:19|20)\\d{2})${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) {
    const [, name, digit, isQuarter, year] = match;
    const number = name === undefined ? Number(digit) : ranks.get(name.toLowerCase());
    if (number === undefined || (isQuarter === undefined && number > 2)) continue;
    yield dateFromMatch(match, 0.95, `${year}-${isQuarter === undefined ? 'H' : 'Q'}${number}`);
  }
}

/** Années 1990, años 90, anni '90, jaren negentig, 1990er Jahre, the nineties. */
function* decades(text: string, language: string): Generator<EntityCandidate> {
  const { decades: names, decadeLead, decadeTail } = lexiconOf(language).periods;
  const values = new Map<string, number>(Object.entries(names));
  const figures = "(?:((?:1[5-9]|20)\\d)|['’]?(\\d))0";
  const word = `(${alternation(values.keys())})`;
  const source =
    decadeTail.length > 0
      ? `${wordStart}(?:${figures}er|${word})(?:[\\s\\u00a0-]${alternation(decadeTail)})${wordEnd}`
      : language === 'en'
        ? `${wordStart}${alternation(decadeLead)}${space}()()${word}${wordEnd}`
        : `${wordStart}${alternation(decadeLead)}${space}(?:${figures}|${word})${wordEnd}`;
  for (const match of text.matchAll(cachedRegex(source))) {
    const [, long = '', short = '', name] = match;
    const tens = name === undefined ? short : String(values.get(name.toLowerCase()));
    yield dateFromMatch(match, 0.92, long === '' ? `19${tens}X` : `${long}X`);
  }
}

const roman = '[IVXivx]{1,5}';

/** 21st century, XXIe siècle, siglo XXI, 21. Jahrhundert. */
function* centuries(text: string, language: string): Generator<EntityCandidate> {
  const { century, centuryFirst } = lexiconOf(language).periods;
  const { ordinals, ordinalSuffixes } = numberWords(language);
  const rank = `(?:(\\d{1,2})(?:\\.|${alternation(ordinalSuffixes)})?|(${roman})(?:${alternation(ordinalSuffixes)})?|(${alternation(ordinals.keys())}))`;
  const name = alternation(century);
  const source = centuryFirst ? `${name}${space}${rank}` : `${rank}[\\s\\u00a0-]${name}`;
  for (const match of text.matchAll(cachedRegex(`${wordStart}${source}${wordEnd}`))) {
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
