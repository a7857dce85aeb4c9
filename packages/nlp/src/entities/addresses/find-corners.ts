import type { AddressSpan } from './address-span.ts';

const street =
  "(?:[0-9]{1,5}[ ])?(?:\\p{Lu}[\\p{L}\\p{M}'’-]{0,30}\\.?|[0-9]{1,3}(?:st|nd|rd|th))(?:[ ](?:(?:de|la|of|the|du|des)[ ])?(?:\\p{Lu}[\\p{L}\\p{M}'’-]{0,30}\\.?|[0-9]{1,4})){0,5}";
const corner = new RegExp(
  `(?:[Tt]he[ ])?(?<!\\p{L})[Cc]orner of (${street})(?:[ ]St\\.)? (?:and|&) (${street})`,
  'gu',
);

/** Finds the English form of an intersection: "the corner of Elm Street and Fifth Avenue". */
export function* findCorners(text: string): Generator<AddressSpan> {
  if (!text.includes('orner of ')) return;
  for (const match of text.matchAll(corner)) {
    const written = match[0].replace(/\.$/u, '');
    yield { startIndex: match.index, endIndex: match.index + written.length, score: 4, hasCode: false };
  }
}
