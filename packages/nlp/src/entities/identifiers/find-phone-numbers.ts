import { memoize } from '@quern/runtime/caching/memoize';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { collectCues } from '../addresses/words/address-words.ts';
import { type Cue, findCue } from '../addresses/words/find-cue.ts';
import type { EntityCandidate } from '../rules/entity-candidate.ts';
import { alternation, matchAt, wordEnd } from '../rules/regex-builder.ts';
import type { RuleContext } from '../rules/rule-context.ts';
import { WordPattern } from '../rules/word-pattern.ts';
import { formOf, isOtherNumber } from './phone-forms.ts';
import table from './phone-regions.data.json' with { type: 'json' };

/** Separators within a number: one space, hyphen, period or slash, brackets. Columns of a table have wider gaps. */
const separator = '(?:[ \\u00a0\\u202f]?[-\\u2010-\\u2013./()][-./()]?[ \\u00a0\\u202f]?|[ \\u00a0\\u202f])';
/** 7 to 17 digits in groups. */
const pattern = new WordPattern(
  `(?<![_@#=&+]|[0-9][.,:/-]|[$€£¥₽₹][ ]?)(?:\\+[ ]?\\(?|\\(\\+?)?[0-9](?:${separator}?[0-9]){6,16}(?:${wordEnd}|(?=x[0-9]{1,6}(?![\\p{L}\\p{N}])))(?![@%]|[-/.:]?[0-9])`,
);
const extension = memoize(
  (_: 'all') =>
    `[ \\u00a0]?[,;]?[ \\u00a0]?(?:${alternation(collectCues((words) => words.phoneExtensions))}|#)[ \\u00a0]?[.:]?[ \\u00a0]?[0-9]{1,6}(?![\\p{L}\\p{N}])`,
);

type Parse = (text: string, region: CountryCode | undefined) => PhoneNumber | undefined;

/**
 * Finds PHONE_NUMBER entities with their E.164 value, by the numbering plans of libphonenumber. A national number needs
 * the grouping of a phone number or a cue word ("Tel.", "call"); fictional and reserved numbers are accepted when their
 * form is right.
 *
 * @param text folded text
 */
export async function findPhoneNumbers(text: string, context: RuleContext): Promise<EntityCandidate[]> {
  const runs = pattern.matchAll(context.wordStarts(text));
  let run = runs.next();
  if (run.done === true) return [];
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parse: Parse = (number, region) =>
    parsePhoneNumberFromString(number, { ...(region && { defaultCountry: region }), extract: false });
  const found: EntityCandidate[] = [];
  while (run.done !== true) {
    const [digits] = run.value;
    const candidate = readNumber(text, run.value.index, digits, context, parse);
    if (candidate !== undefined) found.push(withExtension(text, candidate));
    // Another number may follow in the same run.
    run = runs.next(candidate?.endIndex);
  }
  return found;
}

/** The longest reading of a run of digits as a phone number. */
function readNumber(
  text: string,
  startIndex: number,
  run: string,
  context: RuleContext,
  parse: Parse,
): EntityCandidate | undefined {
  // Brackets around the whole number: "(052 345 6789)".
  if (run.startsWith('(') && !run.includes(')'))
    return readNumber(text, startIndex + 1, run.slice(1), context, parse);
  const before = findCue(text, startIndex);
  const isAfter = before?.kinds.includes('phone') !== true && hasCueAfter(text, startIndex + run.length);
  const cue: Cue | undefined = isAfter ? { kinds: ['phone'], isAdjacent: true } : before;
  // Words such as "cep" announce phones in one language and codes in another.
  const isPhone = cue?.kinds.includes('phone') === true && !cue.kinds.includes('postalCode');
  for (const number of prefixesOf(run)) {
    if (isUnbalanced(number)) continue;
    const endIndex = startIndex + number.length;
    const isInternational =
      /^(?:\+|\(\+|00[1-9]|00[ /-]?[1-9])/.test(number) ||
      (/^011[ -][1-9]/.test(number) && dialsAbroadWith011(context));
    const rated = isInternational
      ? rateInternational(number, parse)
      : rateNational(text, number, endIndex, isPhone ? cue : undefined, isAnnounced(cue), context, parse);
    if (rated !== undefined) return { startIndex, endIndex, type: 'PHONE_NUMBER', ...rated };
    if (!isPhone && !isInternational) return undefined;
  }
  return undefined;
}

/** Whether a label follows the number: "9380 6377 office", "(Fax)", "-Mobile". */
function hasCueAfter(text: string, index: number): boolean {
  const label = /^(?:[ ]?x[0-9]{1,6})?[ \u00a0]?[-–(]?[ \u00a0]?(\p{L}[\p{L}\p{M}.]{1,15})/u.exec(
    text.slice(index, index + 26),
  )?.[1];
  if (label === undefined) return false;
  // The word is the label of the next number when a digit comes next: "office 12".
  return (
    labels('all').has(label.toLowerCase()) &&
    !/^.{0,26}?\p{L}[ .:]{0,3}[+(0-9]/u.test(text.slice(index, index + 26))
  );
}

const labels = memoize((_: 'all'): ReadonlySet<string> => new Set(collectCues((words) => words.phoneLabels)));

/** Whether a cue of another kind belongs to the digits: "order no. 2024-118-4471". */
function isAnnounced(cue: Cue | undefined): boolean {
  return cue?.isAdjacent === true && !cue.kinds.includes('phone') && !cue.kinds.includes('address');
}

/** Whether 011 is the prefix of numbers abroad; elsewhere it is an area code, of Delhi and Sapporo. */
function dialsAbroadWith011({ language }: RuleContext): boolean {
  return /^(?:en|es|fr|und)(?:-|$)/.test(language);
}

/** The run, and its beginnings that end at a space, the longest first: two numbers may follow each other. */
function* prefixesOf(run: string): Generator<string> {
  const first = run.split(/[ \u00a0]\/[ \u00a0]/)[0] ?? run;
  if (first !== run && digitCount(first) >= 7) yield first;
  yield run;
  for (let at = run.length - 1; at > 6; at -= 1) {
    if (!/[ \u00a0]/.test(run[at] ?? '')) continue;
    const prefix = run.slice(0, at).replace(/[^0-9)]+$/, '');
    if (digitCount(prefix) >= 7) yield prefix;
  }
}

const digitCount = (text: string): number => text.match(/[0-9]/g)?.length ?? 0;

function isUnbalanced(number: string): boolean {
  return (number.match(/\(/g)?.length ?? 0) !== (number.match(/\)/g)?.length ?? 0);
}

interface Rating {
  readonly confidence: number;
  readonly value?: string;
}

function rateInternational(number: string, parse: Parse): Rating | undefined {
  const digits = number
    .replace(/\(0\)/, '')
    .replace(/^\(?\+|^00|^011/, '')
    .replace(/[^0-9]/g, '');
  if (digits.length < 7 || digits.length > 15 || digits.startsWith('0')) return undefined;
  const parsed = parse(`+${digits}`, undefined);
  if (parsed === undefined)
    return /^\(?\+/.test(number) ? { confidence: 0.7, value: `+${digits}` } : undefined;
  if (parsed.isValid()) return { confidence: 0.97, value: parsed.number };
  return { confidence: parsed.isPossible() ? 0.88 : 0.72, value: parsed.number };
}

function rateNational(
  text: string,
  number: string,
  endIndex: number,
  cue: Cue | undefined,
  isAnnouncedOtherwise: boolean,
  context: RuleContext,
  parse: Parse,
): Rating | undefined {
  const form = formOf(number);
  if (form === 'none' && cue === undefined && !isAnnouncedOtherwise && /^[0-9]{9,11}$/.test(number))
    return rateMobile(number, context, parse);
  // "Reservations (032) 255-18-18": hardly a reference has an area code in brackets.
  const isBracketed = form === 'clear' && number.startsWith('(');
  if (cue === undefined && (form === 'none' || (isAnnouncedOtherwise && !isBracketed))) return undefined;
  if (isOtherNumber(number) && (cue?.isAdjacent !== true || /^(?:19|20)?[0-9]{2}[-./]/.test(number)))
    return undefined;
  const national = number.replace(/^\(0\)/, '0').replace(/^\(0-([0-9]{2})\)/, '$1');
  const regions = regionsOf(context, cue !== undefined);
  const isChinese = context.language.startsWith('zh') && /^[48]00-/.test(number);
  const near =
    northAmerican.test(number) && !isChinese
      ? northAmerica
      : [...regions.slice(0, nearCount(context)), ...regionsOfForm(number)];
  const mayBeAbroad =
    cue !== undefined && form !== 'clear' && digitCount(number) >= 9 && digitCount(number) <= 12;
  const valid = (among: readonly CountryCode[]) =>
    among.map((region) => parse(national, region)).find((parsed) => parsed?.isValid() === true);
  const parsed = valid(near) ?? (mayBeAbroad ? valid(regions) : undefined);
  const isUnmistakable = form === 'clear' || regionsOfForm(number).length > 0;
  if (cue === undefined && !isUnmistakable && isFollowedByUnit(text, number, endIndex)) return undefined;
  if (parsed !== undefined) {
    const confidence =
      cue?.isAdjacent === true ? 0.94 : form === 'clear' ? 0.88 : cue !== undefined ? 0.85 : 0.68;
    return { confidence, value: parsed.number };
  }
  // Numbers in fiction use ranges that no plan assigns.
  const possible = near
    .map((region) => parse(national, region))
    .find((number) => number?.isPossible() === true);
  const value = digitCount(number) < 8 ? undefined : possible?.number;
  if (form === 'clear') return { confidence: cue === undefined ? 0.75 : 0.85, ...(value && { value }) };
  if (cue === undefined) return undefined;
  const isGrouped = /[ ()./-]/.test(number);
  const count = digitCount(number);
  if (count > 13 || (!cue.isAdjacent && !isGrouped && count < 9)) return undefined;
  return { confidence: isGrouped ? 0.75 : 0.65, ...(value && { value }) };
}

/** Digits without groups are a phone number when they are a whole mobile number of the language's country. */
function rateMobile(number: string, context: RuleContext, parse: Parse): Rating | undefined {
  const [region] = regionsOf(context, false);
  const parsed = parse(number, region);
  if (parsed?.getType() !== 'MOBILE') return undefined;
  // With the prefix that calls within the country need.
  const isWhole = parsed.formatNational().replace(/[^0-9]/g, '') === number;
  return isWhole ? { confidence: 0.5, value: parsed.number } : undefined;
}

/** Groupings that are those of one country in any text. */
const forms: readonly (readonly [RegExp, CountryCode])[] = [
  [/^[67][0-9]{2} [0-9]{2} [0-9]{2} [0-9]{2}$/, 'ES'],
  [/^0[1-9](?:[ .][0-9]{2}){4}$/, 'FR'],
  [/^8 \([0-9]{3}\) [0-9]{3}-[0-9]{2}-[0-9]{2}$/, 'RU'],
  [/^\([0-9]{2}\) 9[0-9]{4}-[0-9]{4}$/, 'BR'],
  [/^0[789]0-[0-9]{4}-[0-9]{4}$/, 'JP'],
  [/^010-[0-9]{4}-[0-9]{4}$/, 'KR'],
];

function regionsOfForm(number: string): CountryCode[] {
  return forms.flatMap(([form, region]) => (form.test(number) ? [region] : []));
}

/** Groups of 3, 3 and 4 digits with hyphens, periods or brackets; no area code begins with 0. */
const northAmerican = /^(?:1[-. ])?(?:\((?!0)[0-9]{3}\) ?|(?!0)[0-9]{3}[-.])[0-9]{3}[-.][0-9]{4}$/;
const northAmerica: readonly CountryCode[] = ['US'];

/** Whether the number counts something: "501 234 567 people". */
function isFollowedByUnit(text: string, number: string, endIndex: number): boolean {
  // A count has no leading zero.
  if (number.startsWith('0')) return false;
  return (
    /^[ \u00a0]?(?:\p{Ll}|[%€$£¥₽₹°]|\p{Sc})/u.test(text.slice(endIndex, endIndex + 2)) &&
    !/^[ ]?x[0-9]/.test(text.slice(endIndex, endIndex + 3))
  );
}

const byLanguage: Readonly<Record<string, readonly string[] | undefined>> = table.regions;

function regionsOf(context: RuleContext, hasCue: boolean): CountryCode[] {
  const region = /-([A-Z]{2})$/.exec(context.language)?.[1];
  const languages = new Set([context.language.split('-')[0] ?? '', ...context.lexiconLanguages]);
  const near = [...languages].flatMap((language) => byLanguage[language] ?? []);
  const likely = hasCue ? [...near, ...table.afterCue] : near;
  const ordered = region === undefined ? likely : [region, ...likely];
  return [...new Set(ordered)].filter(isCountryCode);
}

function nearCount(context: RuleContext): number {
  return regionsOf(context, false).length;
}

/** The table's codes are those of libphonenumber; a region of a language tag may be another. */
function isCountryCode(code: string): code is CountryCode {
  return /^[A-Z]{2}$/.test(code);
}

/** Includes "ext. 12" in the span; the value has no extension. */
function withExtension(text: string, candidate: EntityCandidate): EntityCandidate {
  const match = matchAt(text, candidate.endIndex, extension('all'));
  return match === null ? candidate : { ...candidate, endIndex: candidate.endIndex + match[0].length };
}
