import { memoize } from '@quern/runtime/caching/memoize';
import type { Street } from './find-streets.ts';
import type { Part } from './read-parts.ts';
import { collectWords } from './words/address-words.ts';

/** Letters that only Vietnamese has. */
const vietnamese = /[ăđĩũơưĂĐĨŨƠƯ\u1ea0-\u1ef9]/;
const houseAndOrientation = /[0-9]{1,4}\/[0-9]{1,3}[a-z]?$/;
const localScore = 1.5;

/**
 * Evidence from the conventions of one language that a street without a type is one: in Vietnamese a number in front of
 * capitalized syllables, in Czech and Polish two numbers with a slash, each with a known town after a comma.
 *
 * @param parts the parts after the street
 */
export function localEvidence(
  text: string,
  street: Street,
  parts: readonly Part[],
  language: string,
): number {
  if (street.type !== 'none') return 0;
  const written = text.slice(street.startIndex, street.endIndex);
  const coded = parts.find(({ kind }) => kind === 'codeAndTown');
  if (coded !== undefined && !street.isNumberFirst) return codeEvidence(text, coded);
  if (!parts.some(({ kind }) => kind === 'knownTown') || text[street.endIndex] !== ',') return 0;
  if (street.isNumberFirst) {
    const reached = text.slice(street.startIndex, parts.at(-1)?.endIndex);
    const isName = /^\P{L}{0,8}[0-9]{1,4}(?:\/[0-9]{1,4}){0,3}[A-Z]?(?:[ ]\p{Lu}\p{L}*){1,6}$/u.test(written);
    return isName && vietnamese.test(reached) ? localScore : 0;
  }
  return /^(?:cs|sk|pl)/.test(language) && houseAndOrientation.test(written) ? localScore : 0;
}

/** A code of four or five digits that is no year or amount, with its town. */
function codeEvidence(text: string, { startIndex, endIndex, weight }: Part): number {
  const code = text.slice(startIndex, endIndex);
  if (/^[0-9]{3}[ ][0-9]{2}[ ]/.test(code)) return 1;
  return /^(?!19|20|[0-9]000)[0-9]{4}[ ]/.test(code) && weight > 2 ? 0.5 : 0;
}

const typesWithDottedNumbers = memoize(
  (_: 'all'): ReadonlySet<string> => new Set(collectWords(({ streets }) => streets.withDottedNumbers)),
);

/**
 * Includes the period after a house number or door where the language makes it a part of the number, as Hungarian does:
 * "Lehel utca 14.", "3. em. 4."
 *
 * @param endIndex end of the street or of its last unit
 */
export function withPeriod(text: string, street: Street, endIndex: number): number {
  if (
    text[endIndex] !== '.' ||
    street.isNumberFirst ||
    !/[0-9]$/.test(text.slice(street.startIndex, endIndex))
  )
    return endIndex;
  const words = text.slice(street.startIndex, street.endIndex).split(' ');
  return words.some((word) => typesWithDottedNumbers('all').has(word)) ? endIndex + 1 : endIndex;
}

/** The four kinds of alleys and what may be in front of each: their order is the grammar of these addresses. */
const alleys =
  /(?<![\p{L}\p{N}])(?:[Ss]ố(?:[ ]nhà)?[ ])?(?:[0-9]{1,4}[A-Z]?(?:\/[0-9]{1,4}){0,3},?[ ])?(?:(?:[Nn]gõ|[Nn]gách|[Hh]ẻm|[Kk]iệt)[ ](?:[0-9]{1,4}(?:\/[0-9]{1,4}){0,3},?[ ](?:[Nn]gách|[Hh]ẻm)[ ])?)$/u;

/** The start of a Vietnamese house number in an alley, in front of the number of the alley: "số 8 ngách 45/12 Kim Mã". */
export function startInAlley(text: string, index: number): number {
  const from = Math.max(0, index - 40);
  return index - (alleys.exec(text.slice(from, index))?.[0].length ?? 0);
}
