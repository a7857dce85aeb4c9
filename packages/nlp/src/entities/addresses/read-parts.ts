import { memoize } from '@quern/runtime/caching/memoize';
import { alternation, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import { readKnownPlace } from './known-places.ts';
import { codeSource, isDistinctiveCode, regionCodes, regionWithCode } from './postal-codes.ts';
import { readWordsAfter, type Word } from './read-words.ts';
import { isNameWord, streetWords } from './street-words.ts';
import { collectWords } from './words/address-words.ts';

/** The kinds of parts that follow or precede a street. */
export type PartKind =
  | 'unit'
  | 'building'
  | 'code'
  | 'codeAndTown'
  | 'regionAndCode'
  | 'region'
  | 'district'
  | 'knownTown'
  | 'town'
  | 'country';

/** A part of an address. */
export interface Part {
  readonly kind: PartKind;
  readonly startIndex: number;
  readonly endIndex: number;
  /** Evidence that the text is an address. */
  readonly weight: number;
}

/** Every listed word as written, with a capital and in capitals; short ones would be codes in capitals. */
function wordSource(words: readonly string[]): string {
  return alternation(words.flatMap(spellingsOf));
}

function spellingsOf(word: string): string[] {
  const letters = word.replace(/\P{L}/gu, '').length;
  if (letters < 2) return [word];
  const capitalized = word.charAt(0).toUpperCase() + word.slice(1);
  return letters < 3 ? [word, capitalized] : [word, capitalized, word.toUpperCase()];
}

const notInWord = wordStart;
const wordEnds = wordEnd;
const unitValue =
  '(?:[0-9]{1,5}(?:[-/](?!R[TW])[0-9A-Z]{1,4})?[A-Za-zА-Я]?|\\p{Lu}{1,2}-?[0-9]{0,4}|[IVX]{1,5}\\.?|bajo|entlo)(?![\\p{L}\\p{N}])';

const sources = memoize((_: 'all') => {
  const units = wordSource(collectWords((words) => words.units).filter((word) => word !== '#'));
  const boxes = alternation(collectWords((words) => words.postBoxes).filter((word) => word.length > 3));
  const after = wordSource(collectWords((words) => words.unitsAfter));
  const floors = alternation(collectWords((words) => words.floorNames));
  const districts = wordSource(collectWords((words) => words.districts));
  const districtsAfter = wordSource(collectWords((words) => words.districtsAfter));
  const townPrefixes = wordSource(collectWords((words) => words.townPrefixes));
  return {
    unit: `${notInWord}(?!(?:[kdc]?m|ha)[23](?![\\p{L}\\p{N}]))(?:RT[ .]{0,2}[0-9]{1,3}[ ]?/[ ]?RW[ .]{0,2}[0-9]{1,3}${wordEnds}|${boxes}[ :]{0,2}[0-9]{1,6}${wordEnds}|(?:${units}(?:[ \\u00a0]|(?<=[.:])|(?=[0-9:#№]))(?:n?[º°][ ]?|No\\.?[ ]?|№[ ]?|[:#][ ]?)?${unitValue})|#[ ]?[0-9]{1,4}[A-Z]?(?:-[0-9]{1,4}[A-Z]?)?${wordEnds})`,
    unitAfter: `${notInWord}(?:st\\.[ ](?:tv|th|mf)\\.?|(?:[IVX]{1,4}|[0-9]{1,2})/[0-9]{1,3}(?=\\.)|(?:[0-9]{1,3}(?:st|nd|rd|th|er|e|ème|-?й)?|[IVX]{1,4}|${floors})[.]?[ºª°]?[ ]?${after}${wordEnds}\\.?(?:[ ](?:[0-9]{1,3}|[A-Z]|tv|th|mf|izda|dcha)(?![\\p{L}\\p{N}]))?|[0-9]{1,2}[.]?[ºª°](?:[ ]?(?:izq|izda|dcha|der|[A-Z]|[0-9])(?![\\p{L}\\p{N}])\\.?)?)`,
    district: `(?:${districts}[ ]?(?:[0-9]{1,2}|\\p{Lu}[\\p{L}\\p{M}'’-]{1,25}(?:[ ]\\p{Lu}[\\p{L}\\p{M}'’-]{1,25}){0,2})${wordEnds}|\\p{Lu}[\\p{L}\\p{M}'’-]{1,25}(?:[ ]\\p{Lu}[\\p{L}\\p{M}'’-]{1,25}){0,2}[ ]${districtsAfter}${wordEnds})`,
    townPrefix: `${townPrefixes}[ ]?(?=\\p{Lu}|\\p{Lo})`,
    codeBefore: `(?:[A-Z]{1,3}[-– ][ ]?)?(?:CP[ ]|C\\.P\\.[ ]|Τ\\.?Κ\\.?[ ])?${codeSource('before')}(?=[ \\u00a0]{1,2}[\\p{Lu}\\p{Lo}’'])`,
    codeAfter: `(?:CEP:?[ ]|PIN:?[ ]|CP[ ]|-[ ]?)?${codeSource('after')}(?![\\p{L}\\p{N}%]|[-.,:/][0-9])`,
    codeSpaced: `[0-9]{3}[ ][0-9]{2}(?![\\p{L}\\p{N}%]|[-.,:/][0-9]|[ ][0-9])`,
    codeAlone: `${codeSource('before')}(?![\\p{L}\\p{N}%]|[-.,:/][0-9])`,
  };
});

/** Reads a part of an address at an offset. */
export type PartReader = (text: string, index: number) => Part | undefined;

function readWith(kind: PartKind, weight: number, source: () => string): PartReader {
  return (text, index) => {
    const match = matchAt(text, index, source(), 'uy');
    return match === null
      ? undefined
      : { kind, startIndex: index, endIndex: index + match[0].length, weight };
  };
}

const readUnitWord = readWith('unit', 1, () => sources('all').unit);
const readUnitAfter = readWith('unit', 1, () => sources('all').unitAfter);

/** "Apt. 4B", "кв. 12", "2nd floor", "3.º B". */
export const readUnit: PartReader = (text, index) => readUnitWord(text, index) ?? readUnitAfter(text, index);

/** "CO 37256", "APO AE 09204". */
export const readRegionAndCode: PartReader = readWith('regionAndCode', 2, () => regionWithCode('all'));

/** A code of two or three capitals that no table has, with digits after it: "VOV 9032". */
export const readUnknownRegionAndCode: PartReader = readWith(
  'regionAndCode',
  1.5,
  () => `[A-Z]{2,3},?[ \\u00a0\\n]{1,3}[0-9]{4,5}(?![\\p{L}\\p{N}-])`,
);

/** "Quận 1", "sector 2", "Московская обл.". */
export const readDistrict: PartReader = readWith('district', 1.5, () => sources('all').district);

/** A country by its name in any of the languages. */
export const readCountry: PartReader = (text, index) => {
  const place = readKnownPlace(text, index, 'country');
  return place && { kind: 'country', startIndex: index, weight: 1, ...place };
};

/** A code after its town: "London NW1 6XE", "Jakarta 12190". */
export const readCode: PartReader = (text, index) => {
  const spaced = matchAt(text, index, sources('all').codeSpaced, 'uy');
  const match =
    spaced ??
    matchAt(text, index, sources('all').codeAfter, 'uy') ??
    matchAt(text, index, sources('all').codeAlone, 'uy');
  if (match === null) return undefined;
  const weight = isDistinctiveCode(match[0]) ? 2.5 : spaced !== null ? 2.7 : match[0].length >= 5 ? 1.5 : 0.7;
  return { kind: 'code', startIndex: index, endIndex: index + match[0].length, weight };
};

/** A region by its name or, in brackets or after a hyphen, by its code: "(TO)", "- SP". */
export const readRegion: PartReader = (text, index) => {
  const named = readKnownPlace(text, index, 'region');
  if (named !== undefined) return { kind: 'region', startIndex: index, weight: 1, ...named };
  const match = matchAt(
    text,
    index,
    '(?:\\(([A-Z]{2})\\)|[-–]?[ ]?([A-Z]{2,4})(?![\\p{L}\\p{N}.-])|\\(\\p{Lu}[\\p{L}-]{3,20}\\))',
    'uy',
  );
  if (match === null) return undefined;
  const code = match[1] ?? match[2];
  if (code !== undefined && !regionCodes.has(code)) return undefined;
  return { kind: 'region', startIndex: index, endIndex: index + match[0].length, weight: 1 };
};

/** A listed town, with a prefix ("г. Москва") and the number of a district ("Praha 2", "Dublin 2"). */
export const readKnownTown: PartReader = (text, index) => {
  const prefix = matchAt(text, index, sources('all').townPrefix, 'uy');
  const nameStart = index + (prefix?.[0].length ?? 0);
  const place = readKnownPlace(text, nameStart, 'town') ?? readKnownPlace(text, index, 'town');
  if (place === undefined) return prefix === null ? undefined : prefixedTown(text, index, nameStart);
  const suffix = matchAt(
    text,
    place.endIndex,
    '(?:[ ]?(?:CEDEX|Cedex)(?:[ ][0-9]{1,2})?|[ ][0-9]{1,2}(?![\\p{L}\\p{N}.,:%/-]*[\\p{L}\\p{N}]|[ ]\\p{Ll}|[ ][0-9]))',
    'uy',
  );
  const slash = matchAt(
    text,
    place.endIndex + (suffix?.[0].length ?? 0),
    '[ ]?/[ ]?\\p{Lu}[\\p{L}\\p{M}]{2,20}',
    'uy',
  );
  const endIndex = place.endIndex + (suffix?.[0].length ?? 0) + (slash?.[0].length ?? 0);
  return { kind: 'knownTown', startIndex: index, endIndex, weight: 1.5 };
};

function prefixedTown(text: string, startIndex: number, nameStart: number): Part | undefined {
  const name = readTown(text, nameStart);
  return name && { ...name, kind: 'knownTown', startIndex, weight: 1 };
}

/** One to three capitalized words that may be a town. */
export const readTown: PartReader = (text, index) => townAt(text, index, false);

/** @param isAfterCode whether a code precedes, so that a colon does not make a label of the town */
function townAt(text: string, index: number, isAfterCode: boolean): Part | undefined {
  const words = readWordsAfter(text, index, 5);
  const end = townEnd(text, words, isAfterCode);
  if (end === undefined) return undefined;
  return { kind: 'town', startIndex: index, endIndex: end, weight: 0.3 };
}

const clauseEnd =
  /^[ \u00a0]?(?:[,.;!?)\n/(\u060c\u0964、。，；\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|$|-[ ]|–[ ])/u;

/** The end of the town: the first word and those that belong to it, or all capitalized words up to a comma. */
function townEnd(text: string, words: readonly Word[], mayEndWithColon: boolean): number | undefined {
  const { leads, particles, townStarts, after } = streetWords('all');
  const [first] = words;
  if (first === undefined || !isNameWord(first.text) || /^[0-9]/.test(first.text)) return undefined;
  const bareFirst = first.text.replace(/[.!?]+$/u, '');
  if (leads.has(bareFirst) && !townStarts.has(bareFirst)) return undefined;
  if (text[first.endIndex] === ':' && !mayEndWithColon) return undefined;
  let sure = endOf(first);
  let isOpen = townStarts.has(bareFirst);
  if (endsSentence(first, isOpen)) return sure;
  let possible = sure;
  for (const word of words.slice(1, 4)) {
    if (particles.has(word.text)) {
      isOpen = true;
      continue;
    }
    if (!isNameWord(word.text) || /^[0-9]/.test(word.text) || text[word.endIndex] === ':') break;
    if (!isOpen && isRegionOrCountry(text, word.startIndex)) break;
    possible = endOf(word);
    if (isOpen) sure = possible;
    isOpen = false;
    if (endsSentence(word, false)) break;
  }
  const isScriptWithoutCase = /^\p{Lo}/u.test(first.text);
  if (isScriptWithoutCase)
    return clauseEnd.test(text.slice(sure, sure + 3))
      ? sure
      : clauseEnd.test(text.slice(possible, possible + 3))
        ? possible
        : undefined;
  if (after.has(first.text)) return undefined;
  return clauseEnd.test(text.slice(possible, possible + 3)) ? possible : sure;
}

function isRegionOrCountry(text: string, index: number): boolean {
  return (
    readKnownPlace(text, index, 'country') !== undefined ||
    readKnownPlace(text, index, 'region') !== undefined
  );
}

function endOf(word: Word): number {
  return word.endIndex - (/[.!?]+$/u.exec(word.text)?.[0].length ?? 0);
}

/** Whether the word ends its sentence: "Ulm." but not "St.". */
function endsSentence({ text }: Word, isStart: boolean): boolean {
  return /[.!?]$/u.test(text) && !(isStart && text.length <= 4);
}

/** A postal code with its town: "89073 Ulm", "75002 Paris", "1015 CJ Amsterdam". */
export const readCodeAndTown: PartReader = (text, index) => {
  const match = matchAt(text, index, sources('all').codeBefore, 'uy');
  if (match === null) return undefined;
  const codeEnd = index + match[0].length;
  const townStart = codeEnd + (/^[ \u00a0]+/.exec(text.slice(codeEnd, codeEnd + 2))?.[0].length ?? 0);
  const known = readKnownTown(text, townStart);
  const town = townAt(text, townStart, true);
  const best =
    known !== undefined && (town === undefined || known.endIndex >= town.endIndex || isClosed(text, known))
      ? known
      : (town ?? known);
  if (best === undefined) return undefined;
  const shape = isDistinctiveCode(match[0].replace(/^[A-Z]{1,3}[-– ]/, ''))
    ? 3
    : /[0-9]{5}|[0-9]{3} [0-9]{2}/.test(match[0])
      ? 2
      : 1.2;
  const cedex = matchAt(text, best.endIndex, '[ ](?:CEDEX|Cedex)(?:[ ][0-9]{1,2})?', 'uy');
  const weight = shape + (known === undefined ? 0 : 1.5);
  return {
    kind: 'codeAndTown',
    startIndex: index,
    endIndex: best.endIndex + (cedex?.[0].length ?? 0),
    weight,
  };
};

function isClosed(text: string, { endIndex }: Part): boolean {
  return !/^[ ]\p{Lu}/u.test(text.slice(endIndex, endIndex + 2));
}
