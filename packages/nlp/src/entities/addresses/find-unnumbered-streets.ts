import { memoize } from '../../memoize.ts';
import { alternation, cachedRegex, wordStart } from '../rules/regex-builder.ts';
import type { AddressSpan } from './address-span.ts';
import { readTail } from './grow-address.ts';
import { addressWords } from './words/address-words.ts';

/** Languages that often write a street without a number. */
const languages = ['ar', 'he'];

const pattern = memoize((_: 'all') => {
  const types = languages.flatMap((language) => {
    const streets = addressWords[language]?.streets;
    return streets?.before.filter((word) => word.length > 2 && !streets.weak.includes(word)) ?? [];
  });
  return `${wordStart}${alternation(types)}(?:[ ][\\p{Lo}\\p{M}'"״׳-]{2,20}){1,3}(?=[,،])`;
});

/** Finds Arabic and Hebrew streets without a number, if a known town or a postal code follows: "شارع الحمرا، بيروت". */
export function* findUnnumberedStreets(text: string): Generator<AddressSpan> {
  if (!/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)) return;
  for (const match of text.matchAll(cachedRegex(pattern('all'), 'gu'))) {
    const { endIndex, parts } = readTail(text, match.index + match[0].length, true);
    const hasCode = parts.some(({ kind }) => kind === 'code' || kind === 'codeAndTown');
    if (!hasCode && !parts.some(({ kind }) => kind === 'knownTown')) continue;
    yield { startIndex: match.index, endIndex, score: 4, hasCode };
  }
}
