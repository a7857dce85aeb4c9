import { memoize } from '@quern/runtime/caching/memoize';
import { collectWords } from './words/address-words.ts';

/** The words of all languages that mark the name of a street. */
export interface StreetWords {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** Endings of compounds, by length. */
  readonly suffixes: readonly string[];
  /** Types that are everyday words too, in each place. */
  readonly weak: Readonly<Record<StreetTypePlace, ReadonlySet<string>>>;
  readonly houseNumber: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly particles: ReadonlySet<string>;
  /** Capitalized words that begin a sentence or name something else: "In", "Room". */
  readonly leads: ReadonlySet<string>;
  /** Those of `leads` that begin a name where a type follows. */
  readonly namesWithType: ReadonlySet<string>;
  readonly adjectives: ReadonlySet<string>;
  readonly notAdjectives: ReadonlySet<string>;
  readonly surnameParticles: ReadonlySet<string>;
  /** Types that are streets without doubt after an adjective. */
  readonly afterAdjective: ReadonlySet<string>;
  /** Streets that have no other name. */
  readonly unnamed: ReadonlySet<string>;
  readonly directions: ReadonlySet<string>;
  /** First words of town names of several words. */
  readonly townStarts: ReadonlySet<string>;
}

/** Where the type of a street is, relative to its name. */
export type StreetTypePlace = 'before' | 'after' | 'suffix';

/** A word as listed, with a capital and in capitals. */
function spellings(words: Iterable<string>): Set<string> {
  const all = new Set<string>();
  for (const word of words) {
    all.add(word).add(word.toUpperCase());
    all.add(word.charAt(0).toUpperCase() + word.slice(1));
  }
  return all;
}

/** The types of a place that are weak in every language that has them. */
function weakTypes(place: StreetTypePlace): Set<string> {
  const strong = collectWords(({ streets }) => streets[place].filter((word) => !streets.weak.includes(word)));
  const weak = collectWords(({ streets }) => streets[place].filter((word) => streets.weak.includes(word)));
  return spellings(weak.filter((word) => !strong.includes(word)));
}

/** The street words of all languages; built once. */
export const streetWords = memoize(
  (_: 'all'): StreetWords => ({
    before: spellings(collectWords(({ streets }) => streets.before)),
    after: spellings(collectWords(({ streets }) => streets.after)),
    suffixes: [...spellings(collectWords(({ streets }) => streets.suffix))],
    weak: { before: weakTypes('before'), after: weakTypes('after'), suffix: weakTypes('suffix') },
    houseNumber: spellings(collectWords(({ houseNumber }) => houseNumber)),
    units: spellings(collectWords(({ units }) => units)),
    particles: new Set(collectWords(({ particles }) => particles)),
    leads: new Set(collectWords(({ notStreetNames }) => notStreetNames)),
    namesWithType: new Set(collectWords(({ namesWithType }) => namesWithType)),
    adjectives: new Set(collectWords(({ adjectives }) => adjectives)),
    notAdjectives: new Set(collectWords(({ notAdjectives }) => notAdjectives)),
    surnameParticles: new Set(collectWords(({ surnameParticles }) => surnameParticles)),
    afterAdjective: new Set(collectWords(({ streets }) => streets.afterAdjective)),
    unnamed: new Set(collectWords(({ streets }) => streets.unnamed)),
    directions: new Set(collectWords(({ directions }) => directions)),
    townStarts: new Set(collectWords(({ townStarts }) => townStarts)),
  }),
);

/** Returns the street suffix of a word: "straße" of "Hauptstraße". */
export function suffixOf(word: string): string | undefined {
  if (!/^\p{Lu}/u.test(word)) return undefined;
  return suffixesByEnd('all')
    .get(word.slice(-1))
    ?.find((suffix) => word.endsWith(suffix) && word.length >= suffix.length + 2);
}

const suffixesByEnd = memoize((_: 'all'): ReadonlyMap<string, readonly string[]> => {
  const { suffixes } = streetWords('all');
  const ends = new Set(suffixes.map((suffix) => suffix.slice(-1)));
  return new Map([...ends].map((end) => [end, suffixes.filter((suffix) => suffix.endsWith(end))]));
});

/** Whether a word may be a part of a name: capitalized, of a script without cases, or an ordinal number. */
export function isNameWord(word: string): boolean {
  return /^["“„«'’]?(?:\p{Lu}|\p{Lo}|\d{1,3}(?:st|nd|rd|th|[.ºª°]|-\p{L}{1,3})$)/u.test(word);
}

/** Whether a word may end with a period inside a name: "St.", "Gen.", "J.". */
export function isAbbreviation(word: string): boolean {
  const { before, after, houseNumber } = streetWords('all');
  return (
    /^(?:\p{L}{1,4}\.)+$/u.test(word) ||
    before.has(word) ||
    after.has(word) ||
    houseNumber.has(word) ||
    suffixOf(word) !== undefined
  );
}
