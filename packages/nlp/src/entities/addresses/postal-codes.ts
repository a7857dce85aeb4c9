import { memoize } from '@quern/runtime/caching/memoize';
import { wordEnd } from '../rules/regex-builder.ts';
import systems from './postal-systems.data.json' with { type: 'json' };

/** Whether a country writes the code in front of the town or after it. */
export type CodePlace = 'before' | 'after';

/** Pattern source of a shape: `9` is a digit, `A` a letter. */
function shapeSource(shape: string): string {
  return shape
    .replaceAll('9', '[0-9]')
    .replace(/[A-Z]+/g, (letters) => (/^A+$/.test(letters) ? '[A-Z]'.repeat(letters.length) : letters))
    .replaceAll(' ', '[ \\u00a0]');
}

/** Pattern source of all postal codes that precede, or follow, the town; the longest first. */
export const codeSource = memoize((place: CodePlace): string => {
  const shapes = Object.values(systems).flatMap((system) => (system.place === place ? system.codes : []));
  const sorted = [...new Set(shapes)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `(?:${sorted.map(shapeSource).join('|')})`;
});

/** Codes with letters or a hyphen, which hardly anything else looks like. */
export function isDistinctiveCode(code: string): boolean {
  return /[A-Z]/.test(code) || /^[0-9]{2}-[0-9]{3}$|^[0-9]{4,5}-[0-9]{3,4}$/.test(code);
}

/** The towns of round postal codes, which are counts elsewhere: Lille has 59000. */
const townsOfRoundCodes = memoize((_: 'all'): ReadonlyMap<string, readonly string[]> => {
  const towns = new Map<string, string[]>();
  for (const entry of Object.values(systems).flatMap((system) =>
    'roundCodes' in system ? system.roundCodes : [],
  )) {
    const [code = '', ...name] = entry.split(' ');
    // Texts are folded: they have no dotted capital I.
    towns.set(code, [...(towns.get(code) ?? []), name.join(' ').replaceAll('İ', 'I')]);
  }
  return towns;
});

/** Whether a round postal code belongs to a town. */
export function isRoundCodeOf(code: string, town: string): boolean {
  const towns = townsOfRoundCodes('all').get(code) ?? [];
  return towns.some((name) => name === town || name.toUpperCase() === town);
}

/** Codes of states and provinces. */
export const regionCodes: ReadonlySet<string> = new Set(
  Object.values(systems).flatMap((system) => ('regionCodes' in system ? system.regionCodes : [])),
);

/** Region codes that are followed by the postal code, with its pattern source. */
export const regionWithCode = memoize((_: 'all'): string => {
  const of = (country: 'US' | 'CA' | 'AU') => {
    const system = systems[country];
    return `(?:${system.regionCodes.join('|')})\\.?,?[ \\u00a0\\n]{1,4}(?:${system.codes.map(shapeSource).join('|')})`;
  };
  return `(?:(?:(?:APO|FPO|DPO)[ ,]{1,2}(?:AA|AE|AP)[ ,\\n]{1,3}[0-9]{5}(?:-[0-9]{4})?)|${of('US')}|${of('CA')}|${of('AU')})${wordEnd}(?!-)`;
});
