import { closeMark, keepMark, type Mark, type MarkedText, openMark } from '../blocks/marked-text.ts';

/** A term, and how it is to be translated. */
export interface GlossaryTerm {
  readonly source: string;
  readonly target: string;
}

interface PreparedTerm extends GlossaryTerm {
  readonly lowercase: string;
  /** A term with a capital letter, such as a name, matches only in the same case or in capitals. */
  readonly isCased: boolean;
}

interface TermMatch {
  readonly term: PreparedTerm;
  readonly startIndex: number;
  readonly text: string;
}

/** A word, a character of a script without spaces between words, or any other character. */
const tokenPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}_])+|[^\s]/gu;

/** Characters that continue a word. */
const wordPattern =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}_]/u;

/**
 * Terms that a translation must use. They are found as whole words, in any case unless they have capital letters; of
 * overlapping terms, the first and longest is used.
 */
export class Glossary {
  /** By the first token in lowercase, the longest first. */
  readonly #terms = new Map<string, PreparedTerm[]>();

  constructor(terms: readonly GlossaryTerm[]) {
    for (const { source, target } of terms) {
      const text = source.trim().replace(/\s+/g, ' ');
      const lowercase = text.toLowerCase();
      const key = tokensOf(lowercase)[0]?.text ?? '';
      const group = this.#terms.get(key) ?? [];
      group.push({ source, target: target.trim(), lowercase, isCased: /\p{Lu}/u.test(text) });
      group.sort((left, right) => right.lowercase.length - left.lowercase.length);
      this.#terms.set(key, group);
    }
  }

  /**
   * Replaces the terms in a sentence by kept parts with their translations.
   *
   * @param escapeTarget escapes a translation for the format of the text
   * @returns the sentence, and the terms that could not be replaced because markup divides them
   */
  apply(
    sentence: MarkedText,
    escapeTarget: (target: string) => string,
  ): { readonly marked: MarkedText; readonly missed: readonly GlossaryTerm[] } {
    const matches = this.#find(sentence.text);
    const marked = matches.length === 0 ? sentence : replaceMatches(sentence, matches, escapeTarget);
    if (sentence.marks.length === 0) return { marked, missed: [] };
    const undivided = this.#find(sentence.text.replace(/[\ue001\ue002]/g, ''));
    const missed = undivided.filter(({ term }) => countOf(undivided, term) > countOf(matches, term));
    return { marked, missed: [...new Set(missed.map(({ term }) => term))] };
  }

  #find(text: string): TermMatch[] {
    const matches: TermMatch[] = [];
    let end = 0;
    for (const token of tokensOf(text)) {
      if (token.index < end) continue;
      const terms = this.#terms.get(token.text.toLowerCase());
      const term = terms?.find((candidate) => matchesAt(text, token.index, candidate));
      if (term === undefined) continue;
      end = token.index + term.lowercase.length;
      matches.push({ term, startIndex: token.index, text: text.slice(token.index, end) });
    }
    return matches;
  }
}

function tokensOf(text: string): { text: string; index: number }[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: token, index }) => ({ text: token, index }));
}

function matchesAt(text: string, index: number, { source, lowercase, isCased }: PreparedTerm): boolean {
  const end = index + lowercase.length;
  const found = text.slice(index, end);
  if (found.toLowerCase() !== lowercase) return false;
  if (isCased && found !== source.trim() && found !== source.trim().toUpperCase()) return false;
  const isInsideWord = wordPattern.test(found.slice(-1)) && wordPattern.test(text.charAt(end));
  return !isInsideWord;
}

const countOf = (matches: readonly TermMatch[], term: PreparedTerm): number =>
  matches.filter((match) => match.term === term).length;

function replaceMatches(
  { text, marks }: MarkedText,
  matches: readonly TermMatch[],
  escapeTarget: (target: string) => string,
): MarkedText {
  const replaced: Mark[] = [];
  const rest = marks.values();
  let [marked, position] = ['', 0];
  const copyUntil = (end: number) => {
    const part = text.slice(position, end);
    for (const character of part) {
      if (character !== keepMark && character !== openMark && character !== closeMark) continue;
      const mark = rest.next().value;
      if (mark) replaced.push(mark);
    }
    marked += part;
  };
  for (const { term, startIndex, text: found } of matches) {
    copyUntil(startIndex);
    marked += keepMark;
    replaced.push({ kind: 'keep', raw: escapeTarget(inCaseOf(found, term)), pair: -1 });
    position = startIndex + found.length;
  }
  copyUntil(text.length);
  return { text: marked, marks: replaced };
}

/** Gives a translation the case of the term in the text. */
function inCaseOf(found: string, { target, isCased }: PreparedTerm): string {
  if (isCased && found !== found.toUpperCase()) return target;
  const hasOnlyCapitals = found.length > 1 && found === found.toUpperCase() && found !== found.toLowerCase();
  if (hasOnlyCapitals) return isCased ? target : target.toUpperCase();
  const first = found.charAt(0);
  const isCapitalized = first !== first.toLowerCase();
  return isCapitalized ? target.charAt(0).toUpperCase() + target.slice(1) : target;
}
