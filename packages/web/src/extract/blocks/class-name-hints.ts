import names from './class-name-hints.data.json' with { type: 'json' };

/** Groups of words that sites use in class names and ids, such as `nav`, `cookie` or `comment`. */
export const classNameGroups: readonly string[] = Object.keys(names);

const groupsOfWord = new Map<string, number[]>();
for (const [group, list] of Object.values(names).entries()) {
  for (const word of list.split(' ')) groupsOfWord.set(word, [...(groupsOfWord.get(word) ?? []), group]);
}

/** Longer names are truncated. */
const nameLengthMax = 300;

/** Finds the groups of class names. Caches them, since names repeat within a page; create one per page. */
export class ClassNameMatcher {
  readonly #cache = new Map<string, readonly number[]>();

  /**
   * Returns indices into `classNameGroups`.
   * @param name class names and ids, separated by white space
   */
  match(name: string): readonly number[] {
    let groups = this.#cache.get(name);
    if (!groups) {
      groups = matchName(name.slice(0, nameLengthMax));
      this.#cache.set(name, groups);
    }
    return groups;
  }
}

/**
 * Splits names at punctuation and capitals. Adjacent words also count when joined: `side-bar` matches `sidebar`.
 */
function matchName(name: string): readonly number[] {
  const groups = new Set<number>();
  const add = (word: string) => {
    for (const group of groupsOfWord.get(word) ?? []) groups.add(group);
  };
  for (const compound of name.split(/\s+/)) {
    const words = compound
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/);
    for (const [index, word] of words.entries()) {
      add(word);
      if (index > 0) add(`${words[index - 1]}${word}`);
    }
  }
  return [...groups];
}
