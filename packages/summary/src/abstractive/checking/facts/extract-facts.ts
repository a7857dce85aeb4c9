import { type Entity, extractEntities } from '@quern/nlp/entities/extract-entities';
import type { DateFact, Fact, NumberFact, Precision } from './fact.ts';
import { findDatesByLocale } from './find-dates-by-locale.ts';
import { normalizeDigits, normalizeHanNumerals } from './normalize-digits.ts';
import table from './units.data.json' with { type: 'json' };

/** Relative dates get comparable values by this day, a Wednesday in the middle of a month. */
const referenceDate = new Date(Date.UTC(2001, 1, 14));

const lexiconLanguages = /^(?:en|de|fr|es|pt|it|nl|und)(?:-|$)/i;
const eastAsianLanguages = /^(?:zh|ja|ko|yue|wuu)(?:-|$)/i;

/**
 * Extracts the numbers and dates of a sentence with normalized values: `1.2 million`, `1,200,000` and `120万` are equal,
 * and so are `3 March` and `3月3日`.
 *
 * @param language BCP 47 tag
 * @param writtenOn day on which the text was written; gives relative dates such as "yesterday" their date as well
 */
export async function extractFacts(sentence: string, language: string, writtenOn?: Date): Promise<Fact[]> {
  const digits = joinParts(normalizeDigits(sentence));
  const written = eastAsianLanguages.test(language) ? normalizeHanNumerals(digits) : digits;
  let text = written;
  const facts: Fact[] = [];
  if (!lexiconLanguages.test(language)) {
    for (const date of findDatesByLocale(text, language).reverse()) {
      facts.push(date);
      text = blank(text, date);
    }
    return [...facts, ...scanNumbers(text, language, written)];
  }
  for (const entity of await extractEntities({ text, language })) {
    const found = await factsOf(entity, written, language);
    if (found === undefined) continue;
    facts.push(...found, ...(await resolveDate(entity, language, writtenOn)));
    text = blank(text, entity);
  }
  return [...facts, ...scanNumbers(text, language, written)];
}

/** Removes the spaces within ranges and between the parts of a currency: `15 - 25`, `NZ $ 26`. */
function joinParts(text: string): string {
  return text
    .replace(/(?<=\d)\s+[-–]\s+(?=\d)/g, '-')
    .replace(/(?<=(?<![\p{L}])(?:[ACSR]|US|NZ|AU|CA|HK|MX|NT))\s*\$\s*(?=\d)/gu, '$$');
}

function blank(text: string, { startIndex, endIndex }: { startIndex: number; endIndex: number }): string {
  return text.slice(0, startIndex) + ' '.repeat(endIndex - startIndex) + text.slice(endIndex);
}

/** The facts of an entity; undefined if its digits are to be read as plain numbers. */
async function factsOf(entity: Entity, text: string, language: string): Promise<Fact[] | undefined> {
  const { type, value, text: written } = entity;
  const precision = precisionAt(text, entity.startIndex, entity.endIndex);
  switch (type) {
    case 'MONEY': {
      const [unit, amount] = (value ?? '').split(' ');
      return numbers(amount, unit, written, precision);
    }
    case 'PERCENT':
      return numbers(value?.replace('%', ''), '%', written, precision);
    case 'QUANTITY': {
      const [amount, ...unit] = (value ?? '').split(' ');
      return numbers(amount, unit.join(' ') || undefined, written, precision);
    }
    case 'NUMBER':
      return numbers(value, undefined, written, precision)?.map((fact) => ({
        ...fact,
        isBare: isBareAt(text, entity.endIndex),
      }));
    case 'ORDINAL':
      return numbers(value, 'ordinal', written, precision);
    case 'DURATION': {
      const match = /^P(T)?(\d+(?:\.\d+)?)([A-Z])$/.exec(value ?? '');
      if (match === null) return undefined;
      const unit = match[1] === undefined ? match[3] : { H: 'h', M: 'min', S: 's' }[match[3] ?? ''];
      // "Over ten years" is also "in the course of ten years".
      const isCourse = /(?<!\p{L})(?:over|über|over de)\s+$/iu.test(text.slice(0, entity.startIndex));
      return numbers(match[2], unit, written, isCourse ? 'exact' : precision);
    }
    case 'DATE':
    case 'TIME':
      return dates(entity, language);
    default:
      return undefined;
  }
}

function numbers(
  digits: string | undefined,
  unit: string | undefined,
  text: string,
  precision: Precision,
): NumberFact[] | undefined {
  const bounds = (digits ?? '').split(/(?<=\d)[-–/](?=\d)/).map(Number);
  if (digits === undefined || digits === '' || bounds.some(Number.isNaN)) return undefined;
  return bounds.map((value) => ({ kind: 'number', value, unit, precision, text }));
}

async function dates({ type, value, text }: Entity, language: string): Promise<Fact[] | undefined> {
  if (type === 'TIME') return [relative(`time ${value ?? text.toLowerCase()}`, text)];
  const parts = /^(-|\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value ?? '');
  if (parts !== null) {
    const [, year, month, day] = parts;
    return [
      {
        kind: 'date',
        year: year === '-' || year === undefined ? undefined : Number(year),
        month: month === undefined ? undefined : Number(month),
        day: day === undefined ? undefined : Number(day),
        other: undefined,
        text,
      },
    ];
  }
  // "In three weeks" has the length of "within three weeks".
  const span = await extractEntities({ text: text.replace(/^\S+\s+/u, ''), language });
  const lengths = span.filter((each) => each.type === 'DURATION');
  if (lengths.length > 0)
    return (await Promise.all(lengths.map((each) => factsOf(each, text, language))))
      .flat()
      .flatMap((fact) => fact ?? []);
  const [resolved] = await extractEntities({ text, language, referenceDate });
  if (resolved?.type === 'DATE' && resolved.value !== undefined) return [relative(resolved.value, text)];
  return /\d/.test(text) ? undefined : [relative(value ?? text.toLowerCase(), text)];
}

/** The day of a relative date. */
async function resolveDate(
  { type, value, text }: Entity,
  language: string,
  writtenOn: Date | undefined,
): Promise<DateFact[]> {
  if (type !== 'DATE' || value !== undefined || writtenOn === undefined) return [];
  const [resolved] = await extractEntities({ text, language, referenceDate: writtenOn });
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(resolved?.value ?? '');
  if (day === null) return [];
  const [year, month, date] = day.slice(1).map(Number);
  return [{ kind: 'date', year, month, day: date, other: undefined, text }];
}

function relative(other: string, text: string): DateFact {
  return { kind: 'date', year: undefined, month: undefined, day: undefined, other, text };
}

/** Digits within a name, such as Covid-19, are checked with the name. */
const numberPattern = /(?<![\p{Lu}\p{Ll}\p{N}_]|\p{Lu}\p{L}*-)\d+(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d+)?/gu;
const unitsByLength = Object.entries(table.units)
  .flatMap(([unit, names]) => names.map((name) => ({ unit, name })))
  .sort((left, right) => right.name.length - left.name.length);
const scalesByLength = Object.entries(table.scales).sort(([left], [right]) => right.length - left.length);

/** Scale words of Swahili, which come before the number. */
const scalesBefore = new Map(Object.entries(table.scalesBefore));

/**
 * Reads numbers in digits that no rule of a language has read, with scale words and units of many languages.
 *
 * @param written the text with those that have been read
 */
function* scanNumbers(text: string, language: string, written: string): Generator<NumberFact> {
  for (const match of text.matchAll(numberPattern)) {
    let value = parseDigits(match[0], language);
    let end = match.index + match[0].length;
    const scale = scalesByLength.find(([name]) => startsWithWord(text, end, name));
    if (scale !== undefined) {
      value *= 10 ** scale[1];
      end = afterWord(text, end, scale[0]);
    }
    const wordBefore = /(\p{L}+)\s$/u.exec(text.slice(Math.max(0, match.index - 12), match.index))?.[1];
    value *= 10 ** (scalesBefore.get(wordBefore?.toLowerCase() ?? '') ?? 0);
    const symbol = unitsByLength.find(({ name }) => /^[$€£₽₹]$/.test(name) && text[match.index - 1] === name);
    const unit = symbol ?? unitsByLength.find(({ name }) => startsWithWord(text, end, name));
    yield {
      kind: 'number',
      value,
      unit: unit?.unit,
      isBare: isBareAt(written, end),
      precision: precisionAt(written, match.index, end),
      text: text.slice(match.index, end),
    };
  }
}

/** Reads grouped digits; a single separator before three digits is a group except where the language has it as decimal. */
function parseDigits(written: string, language: string): number {
  const plain = written.replace(/[\s'\u00a0\u202f]/g, '');
  const separators = plain.replace(/\d/g, '');
  const last = plain.at(-1 - (/[.,](\d+)$/.exec(plain)?.[1]?.length ?? 0));
  const isDecimal =
    new Set(separators).size === 2 ||
    (separators.length === 1 && (!/[.,]\d{3}$/.test(plain) || last === decimalSign(language)));
  if (!isDecimal) return Number(plain.replace(/[.,]/g, ''));
  return Number(plain.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'));
}

function decimalSign(language: string): string {
  return (
    new Intl.NumberFormat(language).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'
  );
}

function startsWithWord(text: string, at: number, word: string): boolean {
  const end = afterWord(text, at, word);
  if (end < 0) return false;
  const isLetters =
    /^[\p{L}\p{M}]+$/u.test(word) &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
  return !isLetters || !/^[\p{L}\p{M}]/u.test(text.slice(end, end + 2));
}

/** End of a word that follows, perhaps after a space; −1 if it does not. */
function afterWord(text: string, at: number, word: string): number {
  const start = /^[\s\u00a0\u202f-]/u.test(text[at] ?? '') ? at + 1 : at;
  return text.slice(start, start + word.length).toLowerCase() === word ? start + word.length : -1;
}

function isBareAt(text: string, end: number): boolean {
  return !/^[\s\u00a0-]?\p{L}/u.test(text.slice(end, end + 3));
}

const wordLists = [
  ['above', table.above],
  ['below', table.below],
  ['about', table.about],
] as const;

/** Finds words such as "about" or "more than" directly around a number. */
function precisionAt(text: string, start: number, end: number): Precision {
  const before = text
    .slice(Math.max(0, start - 24), start)
    .toLowerCase()
    .replace(/[\s$€£]+$/u, '');
  // A number such as 0800 is not a quantity.
  if (/^0\d/.test(text.slice(start, start + 2))) return 'exact';
  const after = /^[^\p{P}\s]*/u.exec(text.slice(end, end + 4))?.[0] ?? '';
  for (const [precision, words] of wordLists) {
    for (const word of words) {
      const isEastAsian = /[\u3000-\u{10ffff}]/u.test(word);
      if (before.endsWith(word) && (isEastAsian || !/[\p{L}\p{M}]/u.test(before.at(-1 - word.length) ?? ' ')))
        return precision;
      if (isEastAsian && after.includes(word)) return precision;
    }
  }
  return 'exact';
}
