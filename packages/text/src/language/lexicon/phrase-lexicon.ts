import { lazy } from '@quern/runtime/caching/lazy';
import { languageWords } from '../classifier/language-words.ts';

/** Longest listed phrase, in words. */
const phraseLengthMax = 6;

/** Evidence of a listed word, in nats, for the languages that list it. */
const wordEvidence = 3;
/** A phrase of several words is stronger than its words, and a text that is a listed phrase is the strongest. */
const phraseEvidence = 1.5;
const wholeTextEvidence = 2;
/** A word that occurs only in phrases is weaker than one that is listed by itself. */
const partEvidence = 1.5;

/** Lines of phrases by language; phrases are separated by `; `. */
export type PhraseTable = Readonly<Record<string, readonly string[]>>;

/** What the lists know about a short text. */
export interface WordEvidence {
  /** Nats in favor of each language; languages without any are absent. */
  readonly nats: ReadonlyMap<string, number>;
  /** Share of the words that are listed; 1 for a listed phrase. */
  readonly coverage: number;
}

/** Share of a text whose words are all listed, but not in this order. */
const wordsCoverage = 0.4;

/**
 * The words and formulas of everyday life by language. They decide in texts of a few words, where letter sequences are
 * ambiguous: "Hello" looks Italian, "Спасибо" looks Ukrainian.
 */
export class PhraseLexicon {
  /** Languages by listed phrase; its words are joined by spaces. */
  readonly #phrases = new Map<string, Set<string>>();
  /** Languages by word of a phrase. */
  readonly #parts = new Map<string, Set<string>>();

  /** @param tables for each language, lines of phrases that are separated by `; ` */
  constructor(...tables: readonly PhraseTable[]) {
    for (const [language, lines] of tables.flatMap((table) => Object.entries(table))) {
      for (const phrase of lines.join('; ').split('; ')) {
        const words = languageWords(phrase);
        addTo(this.#phrases, words.join(' '), language);
        if (words.length > 1) for (const word of words) addTo(this.#parts, word, language);
      }
    }
  }

  /** Whether a word is listed in any language, alone or in a phrase. */
  has(word: string): boolean {
    return this.#phrases.has(word) || this.#parts.has(word);
  }

  /**
   * Weighs the listed phrases and words of a short text, the longest phrases first.
   *
   * @param words in the form of `languageWords`
   */
  weigh(words: readonly string[]): WordEvidence {
    const nats = new Map<string, number>();
    const add = (languages: Iterable<string>, value: number) => {
      for (const language of languages) nats.set(language, (nats.get(language) ?? 0) + value);
    };
    for (const word of words) {
      const listed = this.#phrases.get(word) ?? new Set<string>();
      add(listed, wordEvidence);
      add(this.#parts.get(word)?.difference(listed) ?? [], partEvidence);
    }
    for (let start = 0; start < words.length; start++) {
      for (let length = Math.min(phraseLengthMax, words.length - start); length > 1; length--) {
        const languages = this.#phrases.get(words.slice(start, start + length).join(' '));
        if (languages === undefined) continue;
        add(languages, phraseEvidence * length);
        start += length - 1;
        break;
      }
    }
    const whole = this.#phrases.get(words.join(' '));
    if (whole) add(whole, wholeTextEvidence);
    const listed = words.filter((word) => this.has(word)).length / Math.max(words.length, 1);
    return { nats, coverage: whole ? 1 : listed * wordsCoverage };
  }
}

function addTo(index: Map<string, Set<string>>, key: string, language: string): void {
  const languages = index.get(key);
  if (languages === undefined) index.set(key, new Set([language]));
  else languages.add(language);
}

/** Loads the bundled tables once. */
export const loadPhraseLexicon = lazy(async () => {
  const [phrases, calendar] = await Promise.all([
    import('./everyday-phrases.data.json', { with: { type: 'json' } }),
    import('./calendar-words.data.json', { with: { type: 'json' } }),
  ]);
  return new PhraseLexicon(
    phrases.default,
    Object.fromEntries(Object.entries(calendar.default).map(([language, words]) => [language, [words]])),
  );
});
