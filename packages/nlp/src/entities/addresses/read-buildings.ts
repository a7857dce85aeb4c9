import { memoize } from '@quern/runtime/caching/memoize';
import { alternation, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { Part } from './read-parts.ts';
import { collectWords } from './words/address-words.ts';

const name = '(?!Blok|Lt\\.)(?:\\p{Lu}|\\p{Lo})[\\p{L}\\p{M}\'’"״-]{1,24}';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const pattern = memoize((_: 'all') => {
  const before = collectWords(({ buildings }) => buildings.before);
  const after = collectWords(({ buildings }) => buildings.after);
  const suffixes = collectWords(({ buildings }) => buildings.suffix);
  const floor = '(?:[ ](?:Blok|Lt\\.)[ ][A-Z]{0,2}[0-9]{0,3}[A-Z]?)?';
  const compound = `\\p{Lu}\\p{Ll}{2,20}${alternation(suffixes)}`;
  const names = [
    `${alternation(before)}(?:[ ]${name}){1,3}${floor}`,
    `(?:${name}[ ]){1,3}${alternation(after)}`,
    `(?:${compound}|${alternation(suffixes.map(capitalized))})`,
  ];
  return `${wordStart}(?:${names.join('|')})${wordEnd}`;
});

/** Reads the name of a building that precedes its street: "Gedung Kesenian", "Forsamlingshuset". */
export function readBuilding(text: string, index: number): Part | undefined {
  const match = matchAt(text, index, pattern('all'), 'uy');
  return match === null
    ? undefined
    : { kind: 'building', startIndex: index, endIndex: index + match[0].length, weight: 0.5 };
}
