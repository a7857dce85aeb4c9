import { decideHyphen } from '../../hyphens/decide-hyphen.ts';

const endPattern = /(\p{L}{2,})[-\u2010]$/u;
/** A word that is broken at the end of a line, whose parts are no words. */
const brokenPattern = /\p{L}{1,40}[-\u2010][ \t]*\r?\n[ \t>]*\p{L}{1,40}/gu;
const startPattern = /^(\p{Ll}{2,})/u;
/** Characters at the end of a line and at the beginning of the next one that decide. */
const contextLength = 40;
/** Heads of up to this many letters are mostly syllables. */
const syllableLengthMax = 2;

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
    const [end, start] = [line.slice(-contextLength), next.slice(0, contextLength)];
    if (/[\p{L}\p{N}]\/$/u.test(end)) return /^[\p{L}\p{N}]/u.test(start) ? 0 : undefined;
    if (!/[-\u2010\u00ad]$/.test(end)) return undefined;
    this.#words ??= new Set(
      this.#source
        .replace(brokenPattern, ' ')
        .toLowerCase()
        .match(/\p{L}+(?:[-\u2010]\p{L}+)*/gu),
    );
    const decision = decideHyphen(end, start, this.#words);
    if (decision !== undefined) return decision === 'separate' ? undefined : decision === 'keep' ? 0 : 1;
    const head = endPattern.exec(end)?.[1]?.toLowerCase();
    const tail = startPattern.exec(start)?.[1];
    if (head === undefined || tail === undefined) return undefined;
    const isCompound = this.#words.has(head) && this.#words.has(tail) && head.length > syllableLengthMax;
    return isCompound ? 0 : 1;
  }
}
