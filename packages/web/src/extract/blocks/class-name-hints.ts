import names from './class-name-hints.data.json' with { type: 'json' };

/** What class and id say of an element, as groups of words that sites use; one bit a group, in two numbers. */
export const classNameGroups: readonly string[] = Object.keys(names);

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

export interface ClassNameBits {
  readonly low: number;
  readonly high: number;
}

const nameLengthMax = 300;

/** Names repeat over a page: each is taken apart once. Make one for each page. */
export class ClassNameMatcher {
  private readonly known = new Map<string, ClassNameBits>();

  match(name: string): ClassNameBits {
    let bits = this.known.get(name);
    if (!bits) {
      bits = matchName(name.slice(0, nameLengthMax));
      this.known.set(name, bits);
    }
    return bits;
  }
}

export function hasClassNameGroup(bits: ClassNameBits, group: number): boolean {
  return group < bitsPerNumber
    ? (bits.low & (1 << group)) !== 0
    : (bits.high & (1 << (group - bitsPerNumber))) !== 0;
}

/** Parts names at signs and at capitals; neighbouring words also count joined (`entry-content`, `sideBar`). */
function matchName(name: string): ClassNameBits {
  let low = 0;
  let high = 0;
  const add = (word: string) => {
    const bits = groupsOfWord.get(word);
    if (!bits) return;
    low |= bits[0];
    high |= bits[1];
  };
  for (const whole of name.split(/\s+/)) {
    const words = whole
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
