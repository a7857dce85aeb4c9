/** Scans for tags that turn out to be none may visit this many characters for each of the source. */
const wastedShareMax = 4;
/** Length of such a scan after that. */
const scanLengthMax = 500;

/** Finds the ends of tags, whose attributes may contain angle brackets in quotation marks. */
export class TagScanner {
  readonly #source: string;
  #budget: number;

  constructor(source: string) {
    this.#source = source;
    this.#budget = source.length * wastedShareMax;
  }

  /**
   * @param index after the name of a tag
   * @returns index after the tag; undefined if it is no tag, since another one starts inside it or nothing ends it
   */
  endOfTag(index: number): number | undefined {
    const pattern = /["'<>]/g;
    pattern.lastIndex = index;
    const source = this.#source;
    const scanMax = index + (this.#budget > 0 ? source.length : scanLengthMax);
    for (let found = pattern.exec(source); found !== null; found = pattern.exec(source)) {
      if (found[0] === '>') return found.index + 1;
      if (found[0] === '<' || found.index > scanMax) break;
      // An apostrophe that is not the start of a value is a character.
      if (
        source.charAt(found.index - 1) !== '=' &&
        !/=\s{1,9}$/.test(source.slice(Math.max(index, found.index - 10), found.index))
      )
        continue;
      const close = source.indexOf(found[0], found.index + 1);
      if (close < 0) {
        this.#budget -= source.length - found.index;
        const end = source.indexOf('>', found.index);
        return end < 0 ? undefined : end + 1;
      }
      pattern.lastIndex = close + 1;
    }
    this.#budget -= Math.max(0, Math.min(pattern.lastIndex || source.length, scanMax) - index);
    return undefined;
  }
}
