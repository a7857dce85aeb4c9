import { editDistance } from '@quern/runtime/text/edit-distance';
import { primaryLanguage } from '@quern/text/language/primary-language';
import { foldWord } from '../words/terms.ts';
import { regionCode } from './region-names.ts';
import { romanize } from './romanize.ts';

/** Letters that a name may have more or less at its end: possessives, plurals and cases. */
const endingMax = 3;
const stemMin = 4;

/** Similarity of consonants from which two spellings are taken for one name. */
const similarityMin = 0.7;

/** Words; a word in Latin letters ends where the characters of a script without spaces begin. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{M}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+(?:['’][\p{L}\p{M}]+)*/gu;

/** Languages in Latin letters whose names have endings that replace each other: Halina, Halinę. */
const inflectedLatin = new Set([
  'pl',
  'cs',
  'sk',
  'sl',
  'hr',
  'bs',
  'sr',
  'lt',
  'lv',
  'et',
  'fi',
  'hu',
  'la',
  'is',
]);

/** The words of a source that a name may be found in. */
export class NameIndex {
  readonly #text: string;
  readonly #words: ReadonlySet<string>;
  readonly #language: string;
  readonly #isInflected: boolean;
  #skeletons: readonly string[] | undefined;
  #regions: ReadonlySet<string> | undefined;
  readonly #source: readonly string[];
  #initials: ReadonlySet<string> | undefined;

  /**
   * @param text of the source
   * @param language of the source, BCP 47
   */
  constructor(text: string, language: string) {
    this.#text = text.normalize('NFKC').toLowerCase();
    this.#source = [...text.matchAll(wordPattern)].map(([word]) => word);
    // "5GB" has the name of its unit.
    const units = this.#source.flatMap((word) => /^\d+(\p{L}+)$/u.exec(word)?.[1] ?? []);
    this.#words = new Set([...this.#source, ...units].map(foldWord));
    this.#language = language;
    this.#isInflected = inflectedLatin.has(primaryLanguage(language));
  }

  /**
   * Whether a word of a name occurs in the source, perhaps with another ending.
   *
   * @param language of the word; in another language it may be spelled differently
   */
  hasWord(word: string, language: string): boolean {
    const folded = foldWord(word);
    if (folded === '' || this.#words.has(folded) || this.#hasStem(folded)) return true;
    // An acronym in the plural: URLs.
    if (/^\p{Lu}{2,}s$/u.test(word) && this.#words.has(folded.slice(0, -1))) return true;
    if (/[\u3000-\u{10ffff}]/u.test(word) && this.#text.includes(word.normalize('NFKC').toLowerCase()))
      return true;
    if (/^\p{Lu}{2,6}$/u.test(word) && this.#hasInitials(word)) return true;
    return isOtherLanguage(language, this.#language) && this.#hasOtherSpelling(word, language);
  }

  /** Whether a text occurs literally, apart from case and compatibility forms. */
  hasText(text: string): boolean {
    return this.#text.includes(text.normalize('NFKC').toLowerCase());
  }

  #hasStem(folded: string): boolean {
    for (let cut = 1; cut <= endingMax && folded.length - cut >= stemMin; cut++) {
      if (this.#words.has(folded.slice(0, -cut))) return true;
    }
    if (folded.length < stemMin) return false;
    for (const word of this.#words) {
      if (Math.abs(word.length - folded.length) > endingMax) continue;
      const shared = sharedPrefix(word, folded);
      const rest = Math.max(word.length, folded.length) - shared;
      if (shared >= stemMin && shared === Math.min(word.length, folded.length) && rest <= endingMax)
        return true;
      // Slavic, Greek and Latin endings replace each other.
      if (shared >= 3 && rest <= 2 && /[\u0250-\u{10ffff}]/u.test(folded)) return true;
      if (this.#isInflected && shared >= 4 && rest <= 2) return true;
    }
    return false;
  }

  /** An acronym of words with capitals that follow each other: World Health Organization, WHO. */
  #hasInitials(acronym: string): boolean {
    if (this.#initials === undefined) {
      const found = new Set<string>();
      for (let start = 0; start < this.#source.length; start++) {
        let letters = '';
        for (let at = start; at < start + 10 && at < this.#source.length && letters.length < 6; at++) {
          const word = this.#source[at] ?? '';
          if (/^\p{Lu}/u.test(word)) letters += word[0];
          else if (word.length > 3 || letters === '') break;
          if (letters.length > 1) found.add(letters);
        }
      }
      this.#initials = found;
    }
    return this.#initials.has(acronym);
  }

  #hasOtherSpelling(word: string, language: string): boolean {
    const region = regionCode(word, language);
    if (region !== undefined) {
      this.#regions ??= new Set(this.#source.flatMap((each) => regionCode(each, this.#language) ?? []));
      if (this.#regions.has(region) || this.#hasRegion(region)) return true;
    }
    const skeleton = skeletonOf(word);
    if (skeleton === undefined || skeleton.length < 2) return false;
    this.#skeletons ??= [
      ...new Set(this.#source.filter(isPossibleName).flatMap((each) => skeletonOf(each) ?? [])),
    ];
    return this.#skeletons.some((other) => similarity(skeleton, other) >= similarityMin);
  }

  /** Whether the source contains the name of a region in its language, such as 德国 for DE. */
  #hasRegion(region: string): boolean {
    try {
      const name = new Intl.DisplayNames(this.#language, { type: 'region', fallback: 'none' }).of(region);
      return name !== undefined && this.#text.includes(name.toLowerCase());
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}

function isPossibleName(word: string): boolean {
  return !/^\p{Ll}/u.test(word);
}

function isOtherLanguage(left: string, right: string): boolean {
  return primaryLanguage(left) !== primaryLanguage(right);
}

function sharedPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}

/** Consonants of a name in Latin letters, with those unified that languages write for each other. */
function skeletonOf(word: string): string | undefined {
  const latin = romanize(word);
  if (latin === undefined) return undefined;
  const unified = latin
    .replace(/tsch|tch|ch|cz|ç/g, 'C')
    .replace(/sch|sh|sz|zh/g, 'S')
    .replace(/kh|gh|h/g, '')
    .replace(/ph/g, 'f')
    .replace(/x/g, 'ks')
    .replace(/[cqk]/g, 'k')
    .replace(/[wv]/g, 'v')
    .replace(/ts|z/g, 's')
    .replace(/[jy]/g, '');
  const [first = ''] = unified;
  return (/[aeiou]/.test(first) ? 'a' : '') + unified.replace(/[aeiou]/g, '').replace(/(.)\1+/g, '$1');
}

/** One minus the normalized edit distance (Levenshtein 1966). */
function similarity(left: string, right: string): number {
  const longest = Math.max(left.length, right.length);
  if (longest === 0 || Math.abs(left.length - right.length) > longest * (1 - similarityMin)) return 0;
  return 1 - editDistance(left, right) / longest;
}
