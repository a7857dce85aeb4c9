import {
  type MaskedSentence,
  maskPlaceholders,
  maskRulesFor,
  resolvePlaceholder,
  restorePlaceholders,
  splitAtPlaceholders,
} from './mask-placeholders.ts';

/** Translates plain texts, each by itself. */
export type TranslateTexts = (texts: readonly string[]) => Promise<string[]>;

/** Models were trained on sentences; longer ones are taken apart at clauses. */
const textLengthMax = 500;

/**
 * Translates sentences one by one and loses nothing on the way: what the engine cannot carry (signs, emoji,
 * addresses, other scripts) comes back verbatim. Answers one sentence for each given.
 */
export async function translateSentences(
  sentences: readonly string[],
  from: string,
  translate: TranslateTexts,
): Promise<string[]> {
  const carrier = maskRulesFor(from);
  const prepared = sentences.map((sentence) => maskPlaceholders(sentence, carrier));
  const pieces = prepared.map(({ text }) => (text === '' ? [] : clausesOf(text)));
  const translated = regroup(pieces, await translate(pieces.flat()));
  const results = prepared.map((sentence, index) => accept(sentence, translated[index]?.join(' ') ?? ''));
  await repair(prepared, results, translate);
  return results.map((result, index) => result ?? sentences[index] ?? '');
}

/** Takes a text apart where a clause ends, else between words, so that no piece is too long for the engine. */
function clausesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > textLengthMax) {
    const window = rest.slice(0, textLengthMax);
    const clause = /^.*[;:,](?=\s)/su.exec(window)?.[0].length ?? 0;
    const word = window.lastIndexOf(' ');
    const end = clause > textLengthMax / 3 ? clause : word > 0 ? word : graphemeEnd(window);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

function graphemeEnd(window: string): number {
  const last = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(window)].at(-1);
  return last && last.index > 0 ? last.index : window.length;
}

function regroup(groups: readonly (readonly string[])[], flat: readonly string[]): string[][] {
  let position = 0;
  return groups.map((group) => {
    const start = position;
    position += group.length;
    return flat.slice(start, position);
  });
}

/** The finished sentence, or undefined if something got lost. */
function accept(prepared: MaskedSentence, translated: string): string | undefined {
  const { text, prefix: head, suffix: tail, maskedTokens: tokens } = prepared;
  if (text === '') return head + tail;
  const tidy = withoutAdded(text, translated.trim());
  if (!/\p{L}|\p{N}/u.test(tidy) || tidy.length > text.length * 4 + 40 || !keepsNumbers(text, tidy))
    return undefined;
  const restored = restorePlaceholders(tidy, tokens);
  return restored === undefined ? undefined : head + restored + tail;
}

/** Small models add remarks such as `(in English)`: brackets the source has none of are taken out. */
function withoutAdded(source: string, translated: string): string {
  return source.includes('(') ? translated : translated.replace(/\s{0,9}\([^()]*\)/gu, '');
}

/** Numbers of three digits and more must all be there, however a language groups their digits. */
function keepsNumbers(source: string, translated: string): boolean {
  const translatedNumbers = new Set(digitsOf(translated));
  return digitsOf(source).every((digits) => translatedNumbers.has(digits));
}

function digitsOf(text: string): string[] {
  const numbers = text.match(/\d+(?:[.,\s]\d+)*/gu) ?? [];
  return numbers.map((number) => number.replace(/\D/gu, '')).filter((digits) => digits.length > 2);
}

/** What lost something is translated again in the pieces between its tokens, which are then sure to stay. */
async function repair(
  prepared: readonly MaskedSentence[],
  results: (string | undefined)[],
  translate: TranslateTexts,
): Promise<void> {
  const lost = results.flatMap((result, index) => (result === undefined ? [index] : []));
  if (lost.length === 0) return;
  const pieces = lost.map((index) => splitAtPlaceholders(prepared[index]?.text ?? ''));
  const isWord = (piece: string, place: number) => place % 2 === 0 && /\p{L}/u.test(piece);
  const words = pieces.map((group) => group.filter(isWord));
  const translated = regroup(words, await translate(words.flat()));
  lost.forEach((index, order) => {
    const { prefix: head = '', suffix: tail = '', maskedTokens: tokens = [] } = prepared[index] ?? {};
    const ready = translated[order] ?? [];
    let taken = 0;
    const parts = (pieces[order] ?? []).map((piece, place) => {
      if (place % 2 === 1) return resolvePlaceholder(piece, tokens);
      return isWord(piece, place) ? spaced(piece, ready[taken++] ?? piece) : piece;
    });
    results[index] = head + parts.join('') + tail;
  });
}

/** With the white space the source has around a piece. */
function spaced(source: string, translated: string): string {
  const before = source.slice(0, source.length - source.trimStart().length);
  const after = source.slice(source.trimEnd().length);
  const tidy = withoutAdded(source, translated.trim());
  return before + (/\p{L}/u.test(tidy) ? tidy : source.trim()) + after;
}
