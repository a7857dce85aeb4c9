/** A name with more candidates is not assigned to one of them. */
const candidatesMax = 16;
/** Words of a name that are compared. */
const wordsMax = 16;

/**
 * Assigns the names of persons in a text to persons. A name is short for another one if its words are in that one in the
 * same order, initials included ("A. Lovelace" for "Ada Lovelace"); it is assigned only if one person has such a name.
 *
 * @returns a key of the person by name, as written
 */
export function identifyPersons(names: readonly string[]): ReadonlyMap<string, string> {
  const wordsByKey = new Map<string, readonly string[]>();
  const keys = new Map<string, string>();
  for (const name of names) {
    if (keys.has(name)) continue;
    const words = wordsOf(name);
    const key = words.join(' ');
    keys.set(name, key);
    wordsByKey.set(key, words);
  }
  const personOf = new PersonIndex();
  const byLength = [...wordsByKey].sort(
    ([, left], [, right]) => right.length - left.length || countInitials(left) - countInitials(right),
  );
  for (const [key, words] of byLength) personOf.add(key, words);
  return new Map([...keys].map(([name, key]) => [name, personOf.get(key)]));
}

/** The words of a name in lower case, without possessive endings and periods. */
function wordsOf(name: string): readonly string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  return words.slice(0, wordsMax).map((word) => word.replace(/['’]s$/u, ''));
}

/** Persons by the words of their names, the longest names first. */
class PersonIndex {
  readonly #persons = new Map<string, string>();
  /** Names by each of their words. */
  readonly #byWord = new Map<string, { readonly key: string; readonly words: readonly string[] }[]>();

  /** Adds a name, after all that it can be short for. */
  add(key: string, words: readonly string[]): void {
    const longer = this.#findLonger(words);
    const [person, ...others] = new Set(longer.map((name) => this.get(name)));
    this.#persons.set(key, person === undefined || others.length > 0 ? key : person);
    for (const word of new Set(words)) {
      const names = this.#byWord.get(word) ?? [];
      this.#byWord.set(word, names);
      // One more than the maximum shows that there are too many.
      if (names.length <= candidatesMax) names.push({ key, words });
    }
  }

  /** Returns the key of the person with a name that was added. */
  get(key: string): string {
    return this.#persons.get(key) ?? key;
  }

  #findLonger(words: readonly string[]): string[] {
    const word = words.findLast((each) => !isInitial(each));
    const candidates = word === undefined ? [] : (this.#byWord.get(word) ?? []);
    if (candidates.length > candidatesMax) return [];
    return candidates.filter((name) => isShortFor(words, name.words)).map(({ key }) => key);
  }
}

const isInitial = (word: string): boolean => [...word].length === 1;
const countInitials = (words: readonly string[]): number => words.filter(isInitial).length;

/** Whether the words are part of a longer name, or of one of equal length in place of whose words they have initials. */
function isShortFor(words: readonly string[], longer: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    const matches = (other: string) => (isInitial(word) ? other.startsWith(word) : other === word);
    while (at < longer.length && !matches(longer[at] ?? '')) at += 1;
    if (at >= longer.length) return false;
    at += 1;
  }
  return true;
}
