/** Bidirectional character types (UAX #9, table 4) as far as a line without formatting characters needs them. */
export type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'ON';

const patterns: readonly (readonly [BidiClass, RegExp])[] = [
  ['EN', /^[0-9\u06f0-\u06f9\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/u],
  ['AN', /^[\u0660-\u0669\u066b\u066c]/u],
  ['ES', /^[+\-\u2212]/u],
  ['ET', /^(?:[#%°±‰\u066a]|\p{Sc})/u],
  ['CS', /^[,./:\u00a0\u060c]/u],
  ['R', /^(?=\p{L})\p{Script=Hebrew}/u],
  ['AL', /^(?=\p{L})\p{Script=Arabic}/u],
  ['L', /^[\p{L}\p{Nl}]/u],
];

/** The type of the first character of a text; white space and other neutral characters are `ON`. */
export function bidiClassOf(text: string): BidiClass {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'ON';
}

/** Whether most letters of a text are written from right to left; in a tie, the first letter decides. */
export function isRightToLeft(texts: readonly string[]): boolean {
  const letters = texts.map(bidiClassOf).filter((kind) => kind === 'L' || kind === 'R' || kind === 'AL');
  const count = letters.filter((kind) => kind !== 'L').length;
  return count * 2 === letters.length ? letters.length > 0 && letters[0] !== 'L' : count * 2 > letters.length;
}
