import { RE2JS } from 're2js';

/** Maximum size of all programs that the patterns of a list are compiled to: a path of 2,000 characters takes some ms. */
const programSizeMax = 2000;

/** A pattern that cannot be used. */
export class PathPatternError extends Error {
  /** Position of the pattern in its list. */
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.name = 'PathPatternError';
    this.index = index;
  }
}

/** Regular expressions, any of which may match. */
export class PathPatterns {
  readonly #patterns: readonly RE2JS[];

  /**
   * Compiles regular expressions with the syntax of RE2, which has no lookaround and no back-references. The time to match
   * is proportional to the length of the text, whatever the expressions are (https://swtch.com/~rsc/regexp/regexp1.html).
   *
   * @throws PathPatternError
   */
  constructor(patterns: readonly string[]) {
    let size = 0;
    this.#patterns = patterns.map((pattern, index) => {
      const compiled = compile(pattern, index);
      size += compiled.programSize();
      if (size > programSizeMax) throw new PathPatternError(index, 'makes the patterns too complex together');
      return compiled;
    });
  }

  /** Whether there are no patterns. */
  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** Whether a pattern matches a part of the text. */
  match(text: string): boolean {
    return this.#patterns.some((pattern) => pattern.test(text));
  }
}

function compile(pattern: string, index: number): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PathPatternError(index, `is not a regular expression of RE2: ${reason}`);
  }
}
