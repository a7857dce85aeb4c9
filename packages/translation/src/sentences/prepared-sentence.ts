import { closeMark, keepMark, type Mark, type MarkedText, MarkedTextBuilder } from '../blocks/marked-text.ts';
import type { EngineText } from './engine-text.ts';
import { keepNumbers, type NumberStyle } from './keep-numbers.ts';
import { readTags, type TaggedPairs, writeTags } from './markup-tags.ts';
import {
  type MaskedSentence,
  type MaskRules,
  maskPlaceholders,
  placeholderPattern,
} from './mask-placeholders.ts';
import { clauseLengthMax, splitClauses } from './split-clauses.ts';

/** Placeholders, marks of markup, and numbers of three or more digits, at which a sentence can be divided. */
const divisionPattern = /(XQ\d+|[\ue001\ue002]|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?|\d{3,}(?:[.,]\d+)?)/i;
const strictDivisionPattern = /(XQ\d+|[\ue001\ue002]|\d+(?:[.,:/-]\d+)*)/i;

/** A sentence on its way through the engine: what is sent, and how the result is completed. */
export class PreparedSentence {
  readonly #masked: MaskedSentence;
  /** The marks of kept parts, and those of markup, in the order of the source. */
  readonly #kept: readonly Mark[];
  readonly #markup: readonly Mark[];
  readonly #tagged: { readonly html: string; readonly pairs: TaggedPairs } | undefined;
  readonly #numbers: NumberStyle;

  /** @param masksNumbers whether numbers are replaced by placeholders too */
  constructor(marked: MarkedText, rules: MaskRules, numbers: NumberStyle, masksNumbers = false) {
    this.#masked = maskPlaceholders(marked.text, rules, masksNumbers);
    this.#kept = marked.marks.filter(({ kind }) => kind === 'keep');
    this.#markup = marked.marks.filter(({ kind }) => kind !== 'keep');
    this.#numbers = numbers;
    const { text } = this.#masked;
    const isTaggable = this.#markup.length > 0 && text.length <= clauseLengthMax;
    this.#tagged = isTaggable ? writeTags(text, this.#markup) : undefined;
  }

  /** The texts to translate as a whole; empty if there are none, or only parts can be translated. */
  get wholes(): EngineText[] {
    if (this.#tagged) return [{ text: this.#tagged.html, isHtml: true }];
    const { text } = this.#masked;
    return text === '' || this.#markup.length > 0
      ? []
      : splitClauses(text).map((clause) => ({ text: clause, isHtml: false }));
  }

  /**
   * Completes the translation.
   *
   * @param translated one translation per text of `wholes`
   * @returns undefined if the engine lost or added content
   */
  accept(translated: readonly string[]): MarkedText | undefined {
    const { text, prefix } = this.#masked;
    if (text === '') return this.#restore(prefix, this.#markup);
    if (this.#markup.length > 0 && !this.#tagged) return undefined;
    const joined = translated.join(' ').trim();
    const read = this.#tagged ? readTags(joined, this.#tagged.pairs) : { text: joined, marks: [] };
    if (read === undefined) return undefined;
    // The engine may put a space between markup and the punctuation after it.
    const tidy = withoutRemarks(text, read.text).replace(/\ue002 (?=[,;.])/g, closeMark);
    if (!/\p{L}|\p{N}/u.test(tidy) || tidy.length > text.length * 4 + 40) return undefined;
    const complete = keepNumbers(text, tidy, this.#numbers);
    if (complete === undefined || !this.#hasAllPlaceholders(complete)) return undefined;
    return this.#restore(this.#masked.prefix + complete + this.#masked.suffix, read.marks);
  }

  /** The parts between placeholders, markup and numbers; those with odd indices are not translated. */
  get parts(): string[] {
    return this.#masked.text.split(this.#numbers === 'exact' ? strictDivisionPattern : divisionPattern);
  }

  /** Whether a part has words. */
  static isTranslatable(part: string, index: number): boolean {
    return index % 2 === 0 && /\p{L}/u.test(part);
  }

  /** Joins the parts, in which those with words are translated. */
  joinParts(parts: readonly string[]): MarkedText {
    return this.#restore(this.#masked.prefix + parts.join('') + this.#masked.suffix, this.#markup);
  }

  #hasAllPlaceholders(text: string): boolean {
    const numbers = [...text.matchAll(placeholderPattern)].map(([, digits]) => Number(digits));
    const { length } = this.#masked.maskedTokens;
    return (
      numbers.length === length &&
      new Set(numbers.filter((number) => number >= 1 && number <= length)).size === length
    );
  }

  /** Replaces placeholders by their tokens, and marks by marks. */
  #restore(text: string, markup: readonly Mark[]): MarkedText {
    const { maskedTokens, text: body } = this.#masked;
    let keptCount = 0;
    const keptIndices = maskedTokens.map((token) => (token === keepMark ? keptCount++ : -1));
    const builder = new MarkedTextBuilder();
    let [position, order] = [0, 0];
    // Without a body, the text is the source, whose kept parts have no placeholders.
    let unnumbered = 0;
    for (const { 0: found, 1: digits, index } of text.matchAll(/XQ(\d+)|[\ue000-\ue002]/gi)) {
      const token = body === '' ? undefined : maskedTokens[Number(digits) - 1];
      if (digits !== undefined && token === undefined) continue;
      builder.addText(text.slice(position, index));
      position = index + found.length;
      const kept = digits === undefined ? unnumbered++ : (keptIndices[Number(digits) - 1] ?? -1);
      if (found === keepMark || token === keepMark) builder.addMark('keep', this.#kept[kept]?.raw ?? '');
      else if (token !== undefined) builder.addText(token);
      else {
        const mark = markup[order++];
        if (mark) builder.addMark(mark.kind, mark.raw, mark.pair);
        unnumbered--;
      }
    }
    builder.addText(text.slice(position));
    return builder.build();
  }
}

/** Removes remarks such as `(in English)`, which small models add, if the source has no parentheses. */
export function withoutRemarks(source: string, translated: string): string {
  return source.includes('(') ? translated : translated.replace(/\s{0,9}\([^()\ue001\ue002]*\)/gu, '');
}
