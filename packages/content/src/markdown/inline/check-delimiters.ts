import type { InlineToken } from './inline-token.ts';

/** Adjacent delimiters of one character (https://spec.commonmark.org/0.31.2/#delimiter-run). */
interface DelimiterRun {
  readonly character: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Number of the emphasis of each character that is not matched yet. */
  emphases: readonly number[];
}

/** Punctuation as CommonMark defines it since version 0.31, and as it did before. */
const punctuations = [/^[\p{P}\p{S}]$/u, /^[\p{P}$+<=>^`|~]$/u];
/** Emphasis of the four kinds is nested less deeply: more openers are delimiters that find no partner. */
const openersMax = 8;
const space = /^\s?$/u;

/**
 * Returns whether a parser pairs each delimiter with the one that it was written for, by the rules and the algorithm of
 * CommonMark (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis, appendix "Process emphasis") and of
 * GFM for strikethrough. Texts must be escaped, so that they contain no delimiters.
 */
export function areDelimitersPaired(tokens: readonly InlineToken[]): boolean {
  if (tokens.every((token) => token.emphasis === undefined)) return true;
  return punctuations.every((punctuation) => arePaired(tokens, punctuation));
}

function arePaired(tokens: readonly InlineToken[], punctuation: RegExp): boolean {
  const openers: DelimiterRun[] = [];
  for (const run of readRuns(tokens, punctuation)) {
    if (run.canClose && !closeOpeners(openers, run)) return false;
    if (run.emphases.length === 0) continue;
    if (!run.canOpen || openers.length === openersMax) return false;
    openers.push(run);
  }
  return openers.length === 0;
}

/** Matches a closing run with the last openers; returns false if other emphasis than the intended one would result. */
function closeOpeners(openers: DelimiterRun[], closer: DelimiterRun): boolean {
  while (closer.emphases.length > 0) {
    const index = openers.findLastIndex((opener) => matches(opener, closer));
    const opener = openers[index];
    if (opener === undefined) return true;
    // Delimiters in between would remain as text.
    if (index < openers.length - 1) return false;
    const isStrong = opener.emphases.length >= 2 && closer.emphases.length >= 2;
    const count = isStrong ? 2 : 1;
    const opened = opener.emphases.slice(-count);
    const closed = closer.emphases.slice(0, count);
    if (!opened.every((emphasis) => closed.includes(emphasis))) return false;
    opener.emphases = opener.emphases.slice(0, -count);
    closer.emphases = closer.emphases.slice(count);
    if (opener.emphases.length === 0) openers.pop();
  }
  return true;
}

function matches(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.character !== closer.character) return false;
  if (opener.character === '~') return opener.length === closer.length;
  const isAmbiguous = opener.canClose || closer.canOpen;
  const isMultipleOf3 = (opener.length + closer.length) % 3 === 0;
  return !isAmbiguous || !isMultipleOf3 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

function readRuns(tokens: readonly InlineToken[], punctuation: RegExp): DelimiterRun[] {
  const runs: DelimiterRun[] = [];
  for (let start = 0; start < tokens.length; start++) {
    const first = tokens[start] as InlineToken;
    if (first.emphasis === undefined) continue;
    const character = first.text.charAt(0);
    const emphases: number[] = [];
    let end = start;
    for (; end < tokens.length; end++) {
      const { text, emphasis } = tokens[end] as InlineToken;
      if (emphasis === undefined || !text.startsWith(character)) break;
      for (let index = 0; index < text.length; index++) emphases.push(emphasis);
    }
    const previous = lastCharacter(tokens[start - 1]?.text ?? '');
    const next = String.fromCodePoint(tokens[end]?.text.codePointAt(0) ?? 32);
    runs.push({
      character,
      length: emphases.length,
      emphases,
      ...flanks(character, punctuation, previous, next),
    });
    start = end - 1;
  }
  return runs;
}

function lastCharacter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}

/** https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run */
function flanks(
  character: string,
  punctuation: RegExp,
  previous: string,
  next: string,
): { readonly canOpen: boolean; readonly canClose: boolean } {
  const afterSpace = space.test(previous);
  const beforeSpace = space.test(next);
  const afterPunctuation = punctuation.test(previous);
  const beforePunctuation = punctuation.test(next);
  const isLeft = !beforeSpace && (!beforePunctuation || afterSpace || afterPunctuation);
  const isRight = !afterSpace && (!afterPunctuation || beforeSpace || beforePunctuation);
  if (character !== '_') return { canOpen: isLeft, canClose: isRight };
  return {
    canOpen: isLeft && (!isRight || afterPunctuation),
    canClose: isRight && (!isLeft || beforePunctuation),
  };
}
