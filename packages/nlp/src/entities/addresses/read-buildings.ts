import { memoize } from '../../memoize.ts';
import { alternation, matchAt, wordEnd, wordStart } from '../rules/regex-builder.ts';
import type { Part } from './read-parts.ts';
import words from './words/buildings.data.json' with { type: 'json' };

const name = '(?!Blok|Lt\\.)(?:\\p{Lu}|\\p{Lo})[\\p{L}\\p{M}\'’"״-]{1,24}';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const pattern = memoize(
  (_: 'all') =>
    `${wordStart}(?:${alternation(words.before)}(?:[ ]${name}){1,3}(?:[ ](?:Blok|Lt\\.)[ ][A-Z]{0,2}[0-9]{0,3}[A-Z]?)?|(?:${name}[ ]){1,3}${alternation(words.after)}|(?:\\p{Lu}\\p{Ll}{2,20}(?:${words.suffix.join('|')})|${alternation(words.suffix.map(capitalized))}))${wordEnd}`,
);

/** Reads the name of a building that precedes its street: "Gedung Kesenian", "Forsamlingshuset". */
export function readBuilding(text: string, index: number): Part | undefined {
  const match = matchAt(text, index, pattern('all'), 'uy');
  return match === null
    ? undefined
    : { kind: 'building', startIndex: index, endIndex: index + match[0].length, weight: 0.5 };
}
