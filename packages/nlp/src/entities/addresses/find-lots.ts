import type { AddressSpan } from './address-span.ts';
import { readTail } from './grow-address.ts';
import type { Part } from './read-parts.ts';

interface Lot {
  readonly pattern: RegExp;
  /** A character that every text with such an address has. */
  readonly sign: RegExp;
  readonly isEnough: (parts: readonly Part[]) => boolean;
}

const count = (parts: readonly Part[], ...kinds: readonly Part['kind'][]): number =>
  parts.filter(({ kind }) => kinds.includes(kind)).length;

/** Each is the grammar of one country's addresses: the words are useful only in this order. */
const lots: readonly Lot[] = [
  // Villages and industrial parks: "thôn 3, xã Hòa Khương", "Lô B2, KCN Tân Bình, đường CN8".
  {
    sign: /[ộôóổấả]/,
    pattern:
      /(?<![\p{L}\p{N}])(?:(?:[Tt]hôn|[Xx]óm|[Ấấ]p|[Tt]ổ|[Bb]ản|[Ll]àng)[ ](?:[0-9]{1,3}[A-Z]?|\p{Lu}\p{L}{0,10}(?:[ ]\p{Lu}\p{L}{0,10}){0,2})|[Ll]ô[ ](?:đất[ ])?[A-Z]{0,3}[0-9-]{1,6}[A-Z]?,[ ](?:KCN|CCN|KCX|KCNC|[Kk]hu công nghiệp|[Cc]ụm công nghiệp|[Kk]hu chế xuất)(?:[ ]\p{Lu}\p{L}{0,10}){1,4}(?:,[ ][Đđ]ường(?:[ ](?:\p{Lu}[\p{L}0-9]{0,10}|số|[0-9]{1,3})){1,4})?)(?=,[ ])/gu,
    isEnough: (parts) => count(parts, 'district', 'knownTown') >= 2,
  },
  // A plot of a block that has a letter: "बी-12, इंडस्ट्रियल एरिया, चंडीगढ़ 160002".
  {
    sign: /\p{Script=Devanagari}/u,
    pattern:
      /(?<![\p{L}\p{M}\p{N}-])(?:ए|बी|सी|डी|ई|एफ|जी|एच|आई|जे|के|एल|एम|एन|[A-N])[ -]?[0-9]{1,4}(?:\/[0-9]{1,4})?(?=,[ ]\p{Lo})/gu,
    isEnough: (parts) => count(parts, 'code', 'codeAndTown') > 0 && count(parts, 'knownTown', 'town') > 0,
  },
];

/** Finds addresses without a street: a lot or village, and the places around it. */
export function* findLots(text: string): Generator<AddressSpan> {
  for (const { sign, pattern, isEnough } of lots) {
    if (!sign.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const { endIndex, parts } = readTail(text, match.index + match[0].length, false);
      if (!isEnough(parts)) continue;
      const hasCode = count(parts, 'code', 'codeAndTown') > 0;
      yield { startIndex: match.index, endIndex, score: 4, hasCode };
    }
  }
}
