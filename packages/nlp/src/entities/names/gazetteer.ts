import { memoize } from '@quern/runtime/caching/memoize';
import own from '../lexicon/gazetteer.data.json' with { type: 'json' };
import { lexiconOf } from '../lexicon/lexicons.ts';
import type { EntityType } from '../rules/entity-types.ts';
import type { RuleContext } from '../rules/rule-context.ts';

/** Type and value of a known name. */
export interface GazetteerEntry {
  readonly type: EntityType;
  readonly value?: string;
}

/** Known names by their exact spelling. */
export interface Gazetteer {
  readonly entries: ReadonlyMap<string, GazetteerEntry>;
  /** By first word, the maximum number of words of an entry that begins with it. */
  readonly wordsMax: ReadonlyMap<string, number>;
}

/**
 * Returns the known names for a context: countries in the text's language and in English from the Unicode CLDR
 * (`Intl.DisplayNames`; value: the ISO 3166-1 code), and a small table of well-known cities, organizations, events and
 * nationalities.
 */
export function loadGazetteer(context: RuleContext): Gazetteer {
  return gazetteerOf(context.lexiconLanguages.join());
}

const gazetteerOf = memoize(buildGazetteer);

/** @param key languages, joined by commas */
function buildGazetteer(key: string): Gazetteer {
  const languages = key.split(',');
  const entries = new Map<string, GazetteerEntry>();
  for (const [type, names] of ownTables) for (const name of names) entries.set(name, { type });
  for (const language of languages) {
    for (const name of lexiconOf(language).demonyms) entries.set(name, { type: 'NATIONALITY' });
    for (const [code, name] of countries(language)) entries.set(name, { type: 'LOCATION', value: code });
  }
  const wordsMax = new Map<string, number>();
  for (const name of entries.keys()) {
    const words = name.split(' ');
    const first = words[0] ?? '';
    wordsMax.set(first, Math.max(wordsMax.get(first) ?? 0, words.length));
  }
  return { entries, wordsMax };
}

const ownTables: readonly [EntityType, readonly string[]][] = [
  ['LOCATION', own.LOCATION],
  ['ORGANIZATION', own.ORGANIZATION],
  ['PRODUCT', own.PRODUCT],
  ['EVENT', own.EVENT],
  ['NATIONALITY', own.NATIONALITY],
];

/** Countries whose name is more often a given name. */
const excludedCountries = new Set(['Chad', 'Jordan']);

function* countries(language: string): Generator<[string, string]> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (let first = 65; first <= 90; first += 1) {
    for (let second = 65; second <= 90; second += 1) {
      const code = String.fromCharCode(first, second);
      // Skips groups of countries and withdrawn codes (FX for metropolitan France).
      if (/^(E[UZ]|UN|XA|XB|QO|ZZ)$/.test(code) || new Intl.Locale(`und-${code}`).region !== code) continue;
      const name = names.of(code);
      if (name === undefined || name.length < 4 || excludedCountries.has(name)) continue;
      yield [code, name.replace(/\s*\(.*\)$/, '')];
    }
  }
}
