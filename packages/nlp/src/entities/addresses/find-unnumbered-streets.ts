import { memoize } from '@quern/runtime/caching/memoize';
import { alternation, cachedRegex, wordStart } from '../rules/regex-builder.ts';
import type { AddressSpan } from './address-span.ts';
import { readTail } from './grow-address.ts';
import { readHead } from './read-head.ts';
import type { Part } from './read-parts.ts';
import { addressWordsOf } from './words/address-words.ts';

const strongTypes = (language: string, place: 'before' | 'after'): string => {
  const { streets } = addressWordsOf(language);
  return alternation(streets[place].filter((word) => word.length > 2 && !streets.weak.includes(word)));
};

/** Streets that their languages often write without a number, in front of a comma. */
const beforeComma = memoize((_: 'all') => {
  const semitic = alternation(
    ['ar', 'he'].flatMap((language) => {
      const { streets } = addressWordsOf(language);
      const everyday = streets.weak.filter((word) => word !== 'طريق');
      return streets.before.filter((word) => word.length > 2 && !everyday.includes(word));
    }),
  );
  const indonesian = `(?:Jl|Jln|Jalan)\\.?(?:[ ]\\p{Lu}[\\p{L}.]{0,20}){1,4}`;
  return `${wordStart}(?:${semitic}(?:[ ][\\p{Lo}\\p{M}'"״׳-]{2,20}){1,4}|${indonesian})(?=[,،][ ])`;
});

const buildings = memoize((_: 'all') => alternation(addressWordsOf('tr').buildings.afterStreet));

/** Turkish streets in front of a building with its floor: "İnönü Cad. Çınar Apt. Kat 2 Daire 8". */
const beforeBuilding = memoize(
  (_: 'all') =>
    `${wordStart}\\p{Lu}[\\p{L}\\p{M}]{1,20}(?:[ ]\\p{Lu}[\\p{L}\\p{M}]{1,20}){0,3}[ ]${strongTypes('tr', 'after')}(?:,?[ ]\\p{Lu}[\\p{L}\\p{M}]{1,20}){1,3}[ ]${buildings('all')}(?=,?[ ])`,
);

/** Finds streets without a number, if a known town, a postal code or a unit follows: "شارع الحمرا، بيروت". */
export function* findUnnumberedStreets(text: string): Generator<AddressSpan> {
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]|J(?:l|alan)/u.test(text))
    yield* grow(text, beforeComma('all'), (parts) => parts.some(isPlace));
  if (cachedRegex(`${buildings('all')},?[ ]`, 'u').test(text))
    yield* grow(text, beforeBuilding('all'), (parts) => parts.some(({ kind }) => kind === 'unit'));
}

function* grow(
  text: string,
  source: string,
  isEnough: (parts: readonly Part[]) => boolean,
): Generator<AddressSpan> {
  for (const match of text.matchAll(cachedRegex(source, 'gu'))) {
    if (/[0-9][ ]$/.test(text.slice(Math.max(0, match.index - 2), match.index))) continue;
    const { endIndex, parts } = readTail(text, match.index + match[0].length, true);
    if (!isEnough(parts)) continue;
    const { startIndex } = readHead(text, match.index);
    const hasCode = parts.some(({ kind }) => kind === 'code' || kind === 'codeAndTown');
    yield { startIndex, endIndex, score: 4, hasCode };
  }
}

function isPlace({ kind }: Part): boolean {
  return kind === 'code' || kind === 'codeAndTown' || kind === 'knownTown';
}
