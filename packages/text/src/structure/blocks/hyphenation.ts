import { conjunctions } from '../words/word-sets.ts';

const endPattern = /(\p{L}{2,})([-\u2010\u00ad])$/u;
/** A word that is broken at the end of a line, whose parts are no words. */
const brokenPattern = /\p{L}{1,40}[-\u2010][ \t]*\r?\n[ \t>]*\p{L}{1,40}/gu;
const startPattern = /^(\p{Ll}{2,})/u;

/** Decides about the hyphens at the ends of lines. The words of the text are collected when the first one is found. */
export class Hyphenation {
  readonly #source: string;
  #words: ReadonlySet<string> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /**
   * @returns number of characters to remove from the end of a line before the next one is joined without a space; undefined
   *   to join with a space
   */
  removableLength(line: string, next: string): number | undefined {
    const end = endPattern.exec(line.slice(-40));
    if (end === null)
      return /[\p{L}\p{N}][-\u2010/]$/u.test(line.slice(-3)) &&
        /^[\p{L}\p{N}]/u.test(next) &&
        !this.#isConjunction(next)
        ? 0
        : undefined;
    if (end[2] === '\u00ad') return 1;
    const start = startPattern.exec(next.slice(0, 40))?.[1];
    if (start === undefined) return this.#isConjunction(next) || !/^\p{L}/u.test(next) ? undefined : 0;
    if (this.#isConjunction(next)) return undefined;
    const head = (end[1] ?? '').toLowerCase();
    this.#words ??= new Set(
      this.#source
        .replace(brokenPattern, ' ')
        .toLowerCase()
        .match(/\p{L}+(?:[-\u2010]\p{L}+)*/gu),
    );
    if (this.#words.has(head + start)) return 1;
    if (this.#words.has(`${head}-${start}`)) return 0;
    return this.#words.has(head) && this.#words.has(start) && head.length > 2 ? 0 : 1;
  }

  #isConjunction(next: string): boolean {
    return conjunctions.has(/^\p{L}*/u.exec(next.slice(0, 20))?.[0].toLowerCase() ?? '');
  }
}
