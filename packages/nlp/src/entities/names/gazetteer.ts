import type { RuleContext } from '../entity-candidate.ts';
import type { EntityType } from '../entity-types.ts';
import demonyms from '../lexicon/demonyms.data.json' with { type: 'json' };
import own from '../lexicon/gazetteer.data.json' with { type: 'json' };

export interface GazetteerEntry {
  readonly type: EntityType;
  readonly value?: string;
}

export interface Gazetteer {
  readonly entries: ReadonlyMap<string, GazetteerEntry>;
  /** First words of the entries and the most words an entry has that begins so. */
  readonly wordsMax: ReadonlyMap<string, number>;
}

const cache = new Map<string, Gazetteer>();

/**
 * Names that are known: countries in the text's language and in English by the Unicode CLDR (`Intl.DisplayNames`, value:
 * the ISO 3166-1 code), and a small table of our own with the best-known cities, bodies, events and peoples.
 */
export function loadGazetteer({ lexiconLanguages: tables }: RuleContext): Gazetteer {
  const key = tables.join();
  const known = cache.get(key);
  if (known !== undefined) return known;
  const entries = new Map<string, GazetteerEntry>();
  for (const [type, names] of ownTables) for (const name of names) entries.set(name, { type });
  for (const language of tables) {
    for (const name of demonyms[language]) entries.set(name, { type: 'NATIONALITY' });
    for (const [code, name] of countries(language)) entries.set(name, { type: 'LOCATION', value: code });
  }
  const wordsMax = new Map<string, number>();
  for (const name of entries.keys()) {
    const words = name.split(' ');
    const first = words[0] ?? '';
    wordsMax.set(first, Math.max(wordsMax.get(first) ?? 0, words.length));
  }
  const made = { entries, wordsMax };
  cache.set(key, made);
  return made;
}

const ownTables: readonly [EntityType, readonly string[]][] = [
  ['LOCATION', own.LOCATION],
  ['ORGANIZATION', own.ORGANIZATION],
  ['PRODUCT', own.PRODUCT],
  ['EVENT', own.EVENT],
  ['NATIONALITY', own.NATIONALITY],
];

/** Countries whose name is more often a first name. */
const excluded = new Set(['Chad', 'Jordan']);

function* countries(language: string): Generator<[string, string]> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (let first = 65; first <= 90; first += 1) {
    for (let second = 65; second <= 90; second += 1) {
      const code = String.fromCharCode(first, second);
      // Groups of countries, and codes that were withdrawn (FX for metropolitan France).
      if (/^(E[UZ]|UN|XA|XB|QO|ZZ)$/.test(code) || new Intl.Locale(`und-${code}`).region !== code) continue;
      const name = names.of(code);
      if (name === undefined || name.length < 4 || excluded.has(name)) continue;
      yield [code, name.replace(/\s*\(.*\)$/, '')];
    }
  }
}
