import names from './class-name-hints.data.json' with { type: 'json' };

/** Groups of words that sites use in class names and ids, such as `nav`, `cookie` or `comment`. */
export const classNameGroups: readonly string[] = Object.keys(names);

/** A group is one bit of two numbers, since bitwise operators work on 32 bits. */
const bitsPerNumber = 30;
const groupsOfWord = new Map<string, [number, number]>();
for (const [group, list] of Object.values(names).entries()) {
  for (const word of list.split(' ')) {
    const bits = groupsOfWord.get(word) ?? [0, 0];
    if (group < bitsPerNumber) bits[0] |= 1 << group;
    else bits[1] |= 1 << (group - bitsPerNumber);
    groupsOfWord.set(word, bits);
  }
}

/** A set of groups: `low` has the first 30 of them, `high` the others. */
export interface ClassNameBits {
  readonly low: number;
  readonly high: number;
}

/** Longer names are truncated. */
const nameLengthMax = 300;

/** Finds the groups of class names. Caches them, since names repeat within a page; create one per page. */
export class ClassNameMatcher {
  readonly #cache = new Map<string, ClassNameBits>();

  /** @param name class names and ids, separated by white space */
  match(name: string): ClassNameBits {
    let bits = this.#cache.get(name);
    if (!bits) {
      bits = matchName(name.slice(0, nameLengthMax));
      this.#cache.set(name, bits);
    }
    return bits;
  }
}

/** @param group index into `classNameGroups` */
export function hasClassNameGroup(bits: ClassNameBits, group: number): boolean {
  return group < bitsPerNumber
    ? (bits.low & (1 << group)) !== 0
    : (bits.high & (1 << (group - bitsPerNumber))) !== 0;
}

/**
 * Splits names at punctuation and capitals. Adjacent words also count when joined: `side-bar` matches `sidebar`.
 */
function matchName(name: string): ClassNameBits {
  let low = 0;
  let high = 0;
  const add = (word: string) => {
    const bits = groupsOfWord.get(word);
    if (!bits) return;
    low |= bits[0];
    high |= bits[1];
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
  return { low, high };
}
