import { primaryLanguage } from '@quern/text/language/primary-language';
import wordLists from './language-words.data.json' with { type: 'json' };

/** How a sentence begins: `connective` and `pronoun` refer to what was said before. */
export type Opening = 'independent' | 'pronoun' | 'connective';

/** Kinds of content that a phrase announces. */
export type Cue = 'conclusions' | 'results' | 'background';

interface WordLists {
  readonly connectives: readonly string[];
  readonly pronouns: readonly string[];
  /** Beginnings with a pronoun that stands for nothing: "it was decided". */
  readonly impersonal?: readonly string[];
  readonly documents: readonly string[];
  /** Words by which speakers begin without referring to anything. */
  readonly markers: readonly string[];
  /** Beginnings of sentences that refer readers to another place. */
  readonly pointers: readonly string[];
  /** Beginnings of salutations, thanks and closings. */
  readonly courtesies: readonly string[];
  readonly conclusions: readonly string[];
  readonly results: readonly string[];
  readonly background: readonly string[];
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** Scripts written without spaces between words. */
const unspacedLanguages = new Set(['zh', 'ja', 'th', 'yue', 'wuu', 'lo', 'km', 'my']);
const openingWordsMax = 4;
const openingLength = 80;
/** Maximum number of discourse markers at the beginning of a sentence. */
const markersMax = 4;
const wordBreakPattern = /[\s,;:.!?…—–'’]+/u;

/** The words of a language that tell how a sentence is connected with others, and what it announces. */
export class LanguageWords {
  readonly #isUnspaced: boolean;
  readonly #connectives: ReadonlySet<string>;
  readonly #pronouns: ReadonlySet<string>;
  readonly #impersonal: ReadonlySet<string>;
  readonly #documents: ReadonlySet<string>;
  readonly #markers: ReadonlySet<string>;
  readonly #asides: ReadonlySet<string>;
  readonly #cues: Readonly<Record<Cue, RegExp | undefined>>;
  readonly #first: ReadonlySet<string>;
  readonly #second: ReadonlySet<string>;

  /** @param language BCP 47 tag; a language without lists has no such words */
  static of(language: string): LanguageWords {
    const primary = primaryLanguage(language);
    let words = loaded.get(primary);
    if (words === undefined) {
      words = new LanguageWords(primary);
      if (Object.hasOwn(lists, primary)) loaded.set(primary, words);
    }
    return words;
  }

  private constructor(language: string) {
    const list = (Object.hasOwn(lists, language) ? lists[language] : undefined) ?? emptyLists;
    this.#isUnspaced = unspacedLanguages.has(language);
    this.#connectives = phraseSet(list.connectives);
    this.#pronouns = phraseSet(list.pronouns);
    this.#impersonal = phraseSet(list.impersonal ?? []);
    this.#documents = phraseSet(list.documents);
    this.#markers = phraseSet(list.markers);
    this.#asides = phraseSet([...list.pointers, ...list.courtesies]);
    this.#cues = {
      conclusions: phrasePattern(list.conclusions, this.#isUnspaced),
      results: phrasePattern(list.results, this.#isUnspaced),
      background: phrasePattern(list.background, this.#isUnspaced),
    };
    this.#first = new Set(list.first);
    this.#second = new Set(list.second);
  }

  /** Detects whether a sentence begins with a word that refers to an earlier sentence. */
  openingOf(sentence: string): Opening {
    return this.#classify(startOf(sentence));
  }

  /** Classifies the opening of a spoken sentence, after discourse markers such as "so" and "well". */
  spokenOpeningOf(sentence: string): Opening {
    let start = startOf(sentence);
    for (let count = 0; count < markersMax; count++) {
      const [first = '', second = ''] = this.#isUnspaced ? [] : start.split(wordBreakPattern, 2);
      const marker = [`${first} ${second}`, first].find((words) => words !== '' && this.#markers.has(words));
      if (marker === undefined) break;
      start = start.slice(marker.length).replace(/^[\s\p{P}\p{S}]+/u, '');
    }
    return this.#classify(start);
  }

  #classify(start: string): Opening {
    if (this.#isUnspaced) {
      if (startsWithAny(start, this.#connectives)) return 'connective';
      return startsWithAny(start, this.#pronouns) ? 'pronoun' : 'independent';
    }
    const words = start.split(wordBreakPattern, openingWordsMax + 1);
    for (let count = Math.min(words.length, openingWordsMax); count > 0; count--) {
      const phrase = words.slice(0, count).join(' ');
      if (this.#impersonal.has(phrase)) return 'independent';
      if (this.#connectives.has(phrase)) return 'connective';
      // "This paper" and the like refer to the text itself.
      if (this.#pronouns.has(phrase))
        return this.#documents.has(words[count] ?? '') ? 'independent' : 'pronoun';
    }
    return 'independent';
  }

  /** Whether a sentence begins like one that only refers readers to another place, or like a salutation. */
  isAside(sentence: string): boolean {
    const start = startOf(sentence);
    if (this.#isUnspaced) return startsWithAny(start, this.#asides);
    const words = start.split(wordBreakPattern, openingWordsMax);
    return words.some((_, index) => this.#asides.has(words.slice(0, index + 1).join(' ')));
  }

  /** Whether a sentence or a heading, in lower case, contains a phrase that announces something. */
  announces(cue: Cue, lowerCase: string): boolean {
    return this.#cues[cue]?.test(lowerCase) ?? false;
  }

  /** Whether a term is a pronoun of the first person. */
  isFirstPerson(term: string): boolean {
    return this.#first.has(term);
  }

  /** Whether a term is a pronoun of the second person. */
  isSecondPerson(term: string): boolean {
    return this.#second.has(term);
  }

  /** Whether a term is a pronoun that refers to something named before. */
  isThirdPerson(term: string): boolean {
    return this.#pronouns.has(term);
  }
}

const lists: Readonly<Record<string, WordLists>> = wordLists;
const emptyLists: WordLists = {
  connectives: [],
  pronouns: [],
  documents: [],
  markers: [],
  pointers: [],
  courtesies: [],
  conclusions: [],
  results: [],
  background: [],
  first: [],
  second: [],
};
const loaded = new Map<string, LanguageWords>();

/** The beginning of a sentence in lower case, without quotation marks and brackets. */
function startOf(sentence: string): string {
  return sentence
    .slice(0, openingLength)
    .toLowerCase()
    .replace(/^[\s\p{P}\p{S}]+/u, '');
}

/** Phrases as the words of a sentence are compared: without apostrophes. */
function phraseSet(phrases: readonly string[]): ReadonlySet<string> {
  return new Set(phrases.map((phrase) => phrase.replace(/['’]/g, ' ')));
}

function startsWithAny(text: string, phrases: ReadonlySet<string>): boolean {
  for (let length = 1; length <= 8; length++) if (phrases.has(text.slice(0, length))) return true;
  return false;
}

function phrasePattern(phrases: readonly string[], isUnspaced: boolean): RegExp | undefined {
  if (phrases.length === 0) return undefined;
  const alternatives = phrases.map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return isUnspaced
    ? new RegExp(alternatives, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'u');
}
