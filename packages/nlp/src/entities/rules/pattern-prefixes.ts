import { foldCodeUnit, prefixLengthMax } from './prefix-hash.ts';

/** More prefixes than these are not continued. */
const prefixesMax = 600;
/** A range of more characters in a class stands for any character. */
const rangeLengthMax = 64;
const control = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' }));

/** The characters that a part of a pattern matches; undefined for any. */
type Characters = readonly string[] | undefined;
type Prefixes = ReadonlySet<string>;

/**
 * Returns how the texts begin that a regular expression matches: each match has one of these prefixes of up to three
 * UTF-16 code units, with each code unit replaced by `foldCodeUnit`. Texts with such a prefix need not match. The empty
 * prefix stands for any text.
 *
 * @param source of a regular expression with the flag `u`
 * @throws Error for a kind of group that it does not know
 */
export function prefixesOf(source: string): Prefixes {
  return new PrefixReader(source).read();
}

/** Reads a pattern from left to right. Its methods take the prefixes before a part and return those after it. */
class PrefixReader {
  readonly #source: string;
  /** Prefixes that are not continued. */
  readonly #closed = new Set<string>();
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Prefixes {
    this.#close(this.#readChoice(new Set([''])));
    return this.#closed;
  }

  /** Reads alternatives, up to the end of their group. */
  #readChoice(before: Prefixes): Prefixes {
    const after = new Set(this.#readSequence(before));
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      for (const prefix of this.#readSequence(before)) after.add(prefix);
    }
    return after;
  }

  #readSequence(before: Prefixes): Prefixes {
    let prefixes = before;
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? '')) {
      prefixes = this.#readRepeated(prefixes);
      if (prefixes.size > prefixesMax) prefixes = this.#close(prefixes);
    }
    return prefixes;
  }

  /** Reads an atom with its quantifier. */
  #readRepeated(before: Prefixes): Prefixes {
    const start = this.#at;
    let prefixes = this.#readAtom(before);
    const [minimum, maximum] = this.#readQuantifier();
    const end = this.#at;
    const after = new Set(minimum === 0 ? before : []);
    for (let count = 1; prefixes.size > 0; count += 1) {
      if (count >= minimum) for (const prefix of prefixes) after.add(prefix);
      if (count === maximum) break;
      // More repetitions than code units: the atom may be empty.
      if (count > prefixLengthMax) return this.#skipTo(end, this.#close(new Set([...after, ...prefixes])));
      this.#at = start;
      prefixes = this.#readAtom(prefixes);
    }
    return this.#skipTo(end, after);
  }

  #skipTo(end: number, prefixes: Prefixes): Prefixes {
    this.#at = end;
    return prefixes;
  }

  #readQuantifier(): readonly [minimum: number, maximum: number] {
    const [whole, least, most] = this.#take(/^(?:\?|\*|\+|\{(\d+)(,?\d*)\})\??/);
    if (whole === '') return [1, 1];
    if (least === undefined) return [whole.startsWith('+') ? 1 : 0, whole.startsWith('?') ? 1 : Infinity];
    return [Number(least), most === '' ? Number(least) : Number(most?.slice(1) || Infinity)];
  }

  #readAtom(before: Prefixes): Prefixes {
    const [character] = this.#take(/^[\s\S]/u);
    if (character === '(') return this.#readGroup(before);
    if (character === '[') return this.#append(before, this.#readClass());
    if (character === '^' || character === '$') return before;
    if (character === '.') return this.#close(before);
    if (character !== '\\') return this.#append(before, [character]);
    return this.#take(/^[bB]/)[0] === '' ? this.#append(before, this.#readEscape()) : before;
  }

  #readGroup(before: Prefixes): Prefixes {
    const [kind] = this.#take(/^\?(?:<?[=!]|:|<\w+>)/);
    if (this.#source[this.#at] === '?') throw new Error(`unknown group in the pattern ${this.#source}`);
    const isNever = kind === '?!' && this.#source[this.#at] === ')';
    const isAround = /[=!]$/.test(kind);
    const after = this.#readChoice(isAround ? new Set() : before);
    this.#at += 1;
    if (isNever) return new Set();
    return isAround ? before : after;
  }

  #readEscape(): Characters {
    const [written, code] = this.#take(/^(?:u([0-9a-fA-F]{4})|[pP]\{[^}]*\}|k<\w+>|[\s\S])/u);
    if (code !== undefined) return [String.fromCharCode(Number.parseInt(code, 16))];
    if (written === 'd') return ['0'];
    if (written === 's') return [' '];
    if (control.has(written)) return [control.get(written) ?? ''];
    return /^[A-Za-z0-9]/.test(written) ? undefined : [written];
  }

  #readClass(): Characters {
    const [negation] = this.#take(/^\^/);
    const found: string[] = [];
    let isAny = negation !== '';
    while (this.#source[this.#at] !== ']') {
      const characters = this.#readClassPart();
      if (characters === undefined) isAny = true;
      else found.push(...characters);
    }
    this.#at += 1;
    return isAny ? undefined : found;
  }

  /** Reads a character or a range of a class. */
  #readClassPart(): Characters {
    const first = this.#readClassCharacter();
    if (first === undefined || this.#take(/^-(?!\])/)[0] === '') return first;
    const from = first[0]?.codePointAt(0) ?? 0;
    const to = this.#readClassCharacter()?.[0]?.codePointAt(0) ?? Infinity;
    if (to - from > rangeLengthMax) return undefined;
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  }

  #readClassCharacter(): Characters {
    const [character] = this.#take(/^[\s\S]/u);
    return character === '\\' ? this.#readEscape() : [character];
  }

  /** Reads what a pattern with `^` matches next; nothing is an empty match. */
  #take(pattern: RegExp): readonly [whole: string, ...groups: (string | undefined)[]] {
    const match = pattern.exec(this.#source.slice(this.#at, this.#at + 60));
    if (match === null) return [''];
    this.#at += match[0].length;
    const [whole, ...groups] = match;
    return [whole, ...groups];
  }

  #append(before: Prefixes, characters: Characters): Prefixes {
    if (characters === undefined) return this.#close(before);
    const after = new Set<string>();
    const folded = new Set(characters.map(foldCharacters));
    for (const prefix of before)
      for (const character of folded) {
        const longer = `${prefix}${character}`.slice(0, prefixLengthMax);
        (longer.length === prefixLengthMax ? this.#closed : after).add(longer);
      }
    return after;
  }

  #close(prefixes: Prefixes): Prefixes {
    for (const prefix of prefixes) this.#closed.add(prefix);
    return new Set();
  }
}

function foldCharacters(text: string): string {
  return text.replace(/[\s\S]/g, (codeUnit) => String.fromCharCode(foldCodeUnit(codeUnit.charCodeAt(0))));
}
