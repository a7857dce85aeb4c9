import { memoize } from '@quern/runtime/caching/memoize';
import gazetteer from '../lexicon/gazetteer.data.json' with { type: 'json' };
import { matchAt, wordEnd } from '../rules/regex-builder.ts';
import systems from './postal-systems.data.json' with { type: 'json' };
import { addressLanguages, collectWords } from './words/address-words.ts';

/** A known place at an offset. */
export interface KnownPlace {
  readonly endIndex: number;
}

const wordsMax = 6;

/** Names by their first word; every name also in capitals. */
type PlaceTable = ReadonlyMap<string, readonly string[]>;

function tableOf(names: Iterable<string>): PlaceTable {
  const table = new Map<string, string[]>();
  // Texts are folded: they have no dotted capital I.
  const folded = [...names].map((name) => name.replaceAll('İ', 'I'));
  for (const name of new Set(folded.flatMap((name) => [name, name.toUpperCase()]))) {
    const first = firstWord(name);
    const sharing = table.get(first);
    if (sharing === undefined) table.set(first, [name]);
    else sharing.push(name);
  }
  for (const sharing of table.values()) sharing.sort((a, b) => b.length - a.length);
  return table;
}

function firstWord(text: string): string {
  return /^[\p{L}\p{M}\p{N}'’.-]+/u.exec(text)?.[0] ?? '';
}

const towns = memoize((_: 'all') =>
  tableOf([
    ...collectWords((words) => words.towns),
    ...gazetteer.LOCATION.filter((name) => !/^[A-Z.]{2,5}$/.test(name)),
  ]),
);

const regions = memoize((_: 'all') =>
  tableOf(Object.values(systems).flatMap((system) => ('regions' in system ? system.regions : []))),
);

const countries = memoize((_: 'all') => tableOf(countryNames()));

function* countryNames(): Generator<string> {
  yield* collectWords((words) => words.countryNames);
  const excluded = new Set(collectWords((words) => words.notCountries));
  for (const language of addressLanguages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (let first = 65; first <= 90; first += 1)
      for (let second = 65; second <= 90; second += 1) {
        const code = String.fromCharCode(first, second);
        if (/^(E[UZ]|UN|XA|XB|QO|ZZ)$/.test(code)) continue;
        const name = names.of(code)?.replace(/\s*\(.*\)$/, '');
        if (name !== undefined && name.length > 3 && !excluded.has(name)) yield name;
      }
  }
}

const tables = { town: towns, region: regions, country: countries };

/** Finds the longest known name of a kind at an offset; undefined where a longer word begins there. */
export function readKnownPlace(
  text: string,
  index: number,
  kind: keyof typeof tables,
): KnownPlace | undefined {
  const first = firstWord(text.slice(index, index + 40));
  if (first === '') return undefined;
  const table = tables[kind]('all');
  for (const key of new Set([first, first.replace(/[.'’-]+$/u, '')]))
    for (const name of table.get(key) ?? [])
      if (text.startsWith(name, index) && isWordEnd(text, index + name.length))
        return { endIndex: index + name.length };
  return undefined;
}

/** Whether no letter follows, except for letters that are written without spaces. */
function isWordEnd(text: string, index: number): boolean {
  return matchAt(text, index, wordEnd, 'uy') !== null;
}

/** Finds the start of a known name of a kind that ends at an offset. */
export function readKnownPlaceBefore(
  text: string,
  endIndex: number,
  kind: keyof typeof tables,
): number | undefined {
  const starts = [
    ...text.slice(Math.max(0, endIndex - 40), endIndex).matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}]/gu),
  ];
  for (const { index } of starts.slice(-wordsMax)) {
    const start = Math.max(0, endIndex - 40) + index;
    if (readKnownPlace(text, start, kind)?.endIndex === endIndex) return start;
  }
  return undefined;
}

/** All known towns and regions of scripts without spaces, the longest first. */
export const joinedPlaces = memoize((script: 'Han' | 'Hangul'): readonly string[] => {
  const pattern = new RegExp(`^[\\p{Script=${script}}]+$`, 'u');
  return collectWords((words) => words.towns)
    .filter((name) => pattern.test(name))
    .sort((a, b) => b.length - a.length);
});
