import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lexiconFiles } from './lexicon-files.ts';
import { lexiconOf, sharedWordsOf } from './lexicons.ts';
import { expandWords } from './schema/expand-words.ts';

const folder = join(import.meta.dirname, 'languages');
const languages = [...lexiconFiles.keys()];

/** Every list of strings of a file, with the path of its key. */
function* listsOf(value: unknown, path = ''): Generator<[path: string, list: readonly string[]]> {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string')) yield [path, value];
    else for (const [at, item] of value.entries()) yield* listsOf(item, `${path}.${at}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* listsOf(item, `${path}.${key}`);
  }
}

const missing = (words: readonly string[], among: readonly string[]): string[] =>
  words.filter((word) => !among.includes(word));

describe('lexiconOf', () => {
  it('reads every file of the folder', () => {
    const files = readdirSync(folder).map((name) => name.replace('.data.json', ''));
    expect(files.sort()).toEqual(languages.toSorted());
  });

  it.each(languages)('has what dates, times, numbers, amounts and quantities need (%s)', (language) => {
    const { calendar, clock, numbers, scales, money, quantities, identifierNouns } = lexiconOf(language);
    expect(calendar.months).toHaveLength(12);
    expect(calendar.weekdays).toHaveLength(7);
    expect(clock.times.length + clock.rangeCues.length).toBeGreaterThan(0);
    // Signs of numbers need no words.
    expect(lexiconOf(language).isUnspaced || Object.keys(numbers.values).length > 20).toBe(true);
    for (const table of [calendar.days, scales, money.words, quantities.units])
      expect(Object.keys(table)).not.toEqual([]);
    expect(quantities.percent).not.toEqual([]);
    expect(identifierNouns).not.toEqual([]);
  });

  it.each(languages)('has what addresses and personal data need (%s)', (language) => {
    const { addresses, cues } = sharedWordsOf(language);
    const { before, after, suffix } = addresses.streets;
    expect([...before, ...after, ...suffix]).not.toEqual([]);
    for (const list of [addresses.towns, addresses.units]) expect(list).not.toEqual([]);
    const { ageBefore, ageAfter, years, notAge, ageVerbs, notAgeBefore, notCounted, ...announced } = cues;
    const { numberLabels, phoneLabels, phoneExtensions, ...kinds } = announced;
    for (const list of [[...ageAfter, ...years], ...Object.values(kinds)]) expect(list).not.toEqual([]);
  });

  it.each(languages)('has lists that agree with each other (%s)', (language) => {
    const { calendar, numbers, money, addresses } = lexiconOf(language);
    const { streets } = addresses;
    const types = [...streets.before, ...streets.after, ...streets.suffix];
    expect(missing(streets.weak, types)).toEqual([]);
    expect(missing([...streets.afterAdjective, ...streets.withDottedNumbers], streets.after)).toEqual([]);
    expect(missing(addresses.namesWithType, addresses.notStreetNames)).toEqual([]);
    expect(missing(calendar.ambiguousDays, Object.keys(calendar.days))).toEqual([]);
    expect(missing(numbers.ambiguousOrdinals, Object.keys(numbers.ordinals))).toEqual([]);
    expect(missing([...money.ambiguous, ...money.ambiguousInWords], Object.keys(money.words))).toEqual([]);
    for (const code of [...Object.values(money.words), ...Object.values(money.minor)])
      expect(code).toMatch(/^[A-Z]{3}(?:\*\d)?(?:\/10)?$/);
  });

  it.each(languages)('has no word twice in a list and no spaces around one (%s)', (language) => {
    const file: unknown = JSON.parse(readFileSync(join(folder, `${language}.data.json`), 'utf8'));
    for (const [path, list] of listsOf(file)) {
      // Templates and prefixes are not words, and the forms of two weekdays may be the same.
      if (/\.(?:dates|times|weekday\w*|months|ordinalPrefixes)\b/.test(path)) continue;
      expect(
        list.filter((word) => word !== word.trim() || word === ''),
        path,
      ).toEqual([]);
      expect(
        list.filter((word, at) => list.indexOf(word) !== at),
        path,
      ).toEqual([]);
      expect(
        expandWords(list).some((word) => /[()|]/.test(word)),
        path,
      ).toBe(false);
    }
  });
});
