import { joinRuns, type RichText, type StyledRun } from '@quern/content/blocks/rich-text';
import { decideHyphen } from '@quern/text/hyphens/decide-hyphen';
import type { Line } from '../lines/line.ts';
import type { Word } from '../words/word.ts';

/** How lines become one text. */
export interface InlineOptions {
  /** Indexes of lines after which the text breaks. */
  readonly breaks?: ReadonlySet<number>;
  /** Number of words at the beginning that are left out, such as a marker. */
  readonly skip?: number;
  /** Whether emphasis is ignored. */
  readonly isPlain?: boolean;
  /** Whether it is the text of a cell: emphasis of all of it is ignored. */
  readonly isCell?: boolean;
}

/** Writes lines as one text with emphasis, links and references to footnotes; undoes hyphenation. */
export class InlineWriter {
  readonly #words: ReadonlySet<string>;
  readonly #references: ReadonlyMap<Word, string>;

  /**
   * @param words all words of the document in lower case, which show whether a hyphen belongs to a word
   * @param references labels of the footnotes that words refer to
   */
  constructor(words: ReadonlySet<string>, references: ReadonlyMap<Word, string>) {
    this.#words = words;
    this.#references = references;
  }

  write(
    lines: readonly Line[],
    { breaks, skip = 0, isPlain = false, isCell = false }: InlineOptions = {},
  ): RichText {
    const runs: (StyledRun & { text: string })[] = [];
    let left = skip;
    const all = lines.flatMap(({ words }) => words);
    const isUniform = (test: (word: Word) => boolean) => isPlain || (isCell && all.every(test));
    const [noBold, noItalic, noCode] = [
      isUniform(({ look }) => look.isBold),
      isUniform(({ look }) => look.isItalic),
      isUniform(({ look }) => look.isMonospaced),
    ];
    for (const [index, line] of lines.entries()) {
      const words = line.words.slice(left);
      left = Math.max(0, left - line.words.length);
      const [first] = words;
      if (first === undefined) continue;
      const joint = runs.length === 0 ? '' : this.#joint(runs, words, breaks?.has(index - 1) === true);
      for (const [at, word] of words.entries()) {
        const space = at === 0 ? joint : word.isAttached ? '' : ' ';
        const label = this.#references.get(word);
        if (label !== undefined) {
          // The reference follows the text directly.
          runs.push({ text: '', footnote: label });
          continue;
        }
        runs.push({
          text: space + word.text,
          isBold: word.look.isBold && !noBold,
          isItalic: word.look.isItalic && !noItalic,
          isCode: word.look.isMonospaced && !noCode,
          url: word.url,
        });
      }
    }
    return joinRuns(mergeRuns(runs));
  }

  /** The separator between a line and the text before, from which it removes a hyphen. */
  #joint(runs: (StyledRun & { text: string })[], words: readonly Word[], isBreak: boolean): string {
    const last = runs.at(-1);
    if (last === undefined) return '';
    const next = words
      .slice(0, wordsMax)
      .map((word, index) => (index === 0 || word.isAttached ? word.text : ` ${word.text}`))
      .join('');
    if (isBreak && !/^\p{Ll}/u.test(next)) return '\n';
    const decision = decideHyphen(last.text, next, this.#words);
    const isSyllable = decision === undefined && /\p{L}[-\u2010]$/u.test(last.text) && /^\p{L}/u.test(next);
    if (decision === 'remove' || isSyllable) last.text = last.text.slice(0, -1);
    if (decision === 'remove' || decision === 'keep' || isSyllable) return '';
    if (isBreak) return '\n';
    const isJoined =
      (/[^\s/]\/$/.test(last.text) && /^[\p{L}\p{N}]/u.test(next)) ||
      (/\d\u2013$/.test(last.text) && /^\d/.test(next)) ||
      (isCjk(last.text.at(-1) ?? '') && isCjk(next.charAt(0)));
    return isJoined ? '' : ' ';
  }
}

/** Words of a line that decide about the hyphen before. */
const wordsMax = 4;

/** Chinese and Japanese have no spaces between words. */
const isCjk = (character: string): boolean => /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/.test(character);

/** Joins runs that look the same; space between two emphasized runs is emphasized too. */
function mergeRuns(runs: readonly StyledRun[]): StyledRun[] {
  const merged: StyledRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    const isSame =
      last !== undefined &&
      last.footnote === undefined &&
      run.footnote === undefined &&
      last.isBold === run.isBold &&
      last.isItalic === run.isItalic &&
      last.isCode === run.isCode &&
      last.url === run.url;
    if (isSame) merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else if (
      last !== undefined &&
      run.text.startsWith(' ') &&
      (run.isCode || run.isBold || run.isItalic || run.url)
    ) {
      // The space before belongs to the plain text.
      merged.push({ text: ' ' }, { ...run, text: run.text.slice(1) });
    } else merged.push(run);
  }
  return merged;
}
