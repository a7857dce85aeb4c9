/** A word that the code base does not use, as a regular expression source. */
export interface BannedWord {
  readonly pattern: string;
  /** What to write instead. */
  readonly write: string;
  /** Phrases in which the word is standard, such as "wall clock". */
  readonly except?: readonly string[];
}

/** The contents of banned-words.data.json. */
export interface Vocabulary {
  /** Case-insensitive whole words, searched in all text files. */
  readonly words: readonly BannedWord[];
  /** Case-sensitive parts of identifiers and comments, searched in source files only. */
  readonly identifiers: readonly BannedWord[];
  /** Files that must contain a banned word, with the reason. */
  readonly allowed: readonly {
    readonly file: string;
    readonly words: readonly string[];
    readonly why: string;
  }[];
}

/** A banned word in a file. */
export interface BannedWordMatch {
  /** From 1. */
  readonly line: number;
  readonly word: string;
  readonly write: string;
}

interface CompiledRule {
  readonly write: string;
  readonly find: RegExp;
  readonly exceptions: RegExp | undefined;
}

/** Finds the words of a vocabulary in files. */
export class BannedWordFinder {
  readonly #words: readonly CompiledRule[];
  readonly #identifiers: readonly CompiledRule[];
  readonly #allowed: ReadonlyMap<string, ReadonlySet<string>>;

  constructor({ words, identifiers, allowed }: Vocabulary) {
    this.#words = words.map((word) => compile(word, `\\b(?:${word.pattern})\\b`, 'gi'));
    this.#identifiers = identifiers.map((word) => compile(word, word.pattern, 'g'));
    this.#allowed = new Map(allowed.map((entry) => [entry.file, new Set(entry.words)]));
  }

  /**
   * Finds the banned words of a file. Sample texts are data, not prose: string literals of tests are skipped
   * unless they are titles.
   *
   * @param file Path from the root of the repository; its extension selects the rules.
   */
  find(file: string, text: string): BannedWordMatch[] {
    const isSource = /\.(?:ts|mjs|py)$/.test(file);
    const isTest = /\.test\.ts$/.test(file);
    const rules = isSource ? [...this.#words, ...this.#identifiers] : this.#words;
    const allowed = this.#allowed.get(file);
    return text.split('\n').flatMap((line, index) => {
      const prose = isTest ? blankLiterals(line) : line;
      return rules.flatMap(({ find, exceptions, write }) => {
        const searched = exceptions === undefined ? prose : prose.replace(exceptions, '');
        return [...searched.matchAll(find)]
          .filter(([word]) => allowed?.has(word.toLowerCase()) !== true)
          .map(([word]) => ({ line: index + 1, word, write }));
      });
    });
  }
}

function compile({ write, except = [] }: BannedWord, source: string, flags: string): CompiledRule {
  return {
    write,
    find: new RegExp(source, flags),
    exceptions: except.length === 0 ? undefined : new RegExp(except.join('|'), flags),
  };
}

function blankLiterals(line: string): string {
  if (/^\s*(?:it|test|describe)(?:\.\w+)*\(/.test(line)) return line;
  return line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?/g, "''");
}
