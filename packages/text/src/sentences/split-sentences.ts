import type { Span } from '../span.ts';
import { findEnclosedRanges } from './find-enclosed-ranges.ts';
import { findListItemStarts } from './find-list-item-starts.ts';
import { isSentenceEnd } from './is-sentence-end.ts';
import { type SentenceRules, sentenceRules } from './sentence-rules.ts';
import { splitParagraphs } from './split-paragraphs.ts';

/**
 * Terminators (Unicode property Sentence_Terminal, UAX 29) with what closes after them. The colon ends
 * sentences in Armenian, the semicolon asks in Greek.
 */
const terminatorPattern =
  /((?:[\p{Sentence_Terminal}…]|(?<=\p{Script=Armenian}):|(?<=\p{Script=Greek});)(?:[\p{Sentence_Terminal}…]| (?=\.(?:\s|\p{Pf}|$))){0,64})([\p{Pe}\p{Pf}"'“‘’»]{0,8}(?:\[\d{1,3}\]|(?<=[\p{L})][.])\d{1,3}(?:[ ,–]\d{1,3}){0,5}(?=\s+\p{Lu})){0,8})/gu;

/** How much of the text around a full stop is looked at. */
const contextBefore = 200;
const contextAfter = 80;

/**
 * The sentences of a text as exact spans: trimmed of white space, never empty, in order. Paragraphs and lines
 * that were not wrapped end a sentence; quotations and brackets of moderate length are not split.
 *
 * The rules are those of Unicode Standard Annex 29 with repairs for abbreviations, initials, ordinals, lists
 * and ellipses by language. Takes time linear in the length.
 *
 * @param language BCP 47 tag; English abbreviations are assumed without one
 */
export function splitSentences(text: string, language = 'en'): Span[] {
  const rules = sentenceRules(language);
  const spans: Span[] = [];
  for (const block of splitParagraphs(text)) {
    const line = text.slice(block.start, block.end);
    let start = 0;
    for (const end of [...sentenceEnds(line, rules), line.length]) {
      addTrimmed(spans, line.slice(start, end), block.start + start);
      start = end;
    }
  }
  return spans;
}

function addTrimmed(spans: Span[], piece: string, position: number): void {
  const trimmed = piece.trim();
  if (trimmed === '') return;
  const startIndex = position + (piece.length - piece.trimStart().length);
  spans.push({ text: trimmed, startIndex, endIndex: startIndex + trimmed.length });
}

/** Where the sentences of one block end, but for the last. */
function sentenceEnds(line: string, rules: SentenceRules): number[] {
  const listStarts = findListItemStarts(line);
  const enclosed = findEnclosedRanges(line);
  const isCaseless = !/\p{Lu}/u.test(line);
  const ends: number[] = [];
  let listIndex = 0;
  let enclosedIndex = 0;
  for (const found of line.matchAll(terminatorPattern)) {
    const at = found.index;
    const isEllipsisAfterEnd = /^\. \. \./.test(found[0]) && /\S/.test(line[at - 1] ?? ' ');
    const end = at + (isEllipsisAfterEnd ? 1 : found[0].length);
    if (end >= line.length) break;
    for (; (listStarts[listIndex] ?? Infinity) <= at; listIndex++) addEnd(ends, listStarts[listIndex]);
    while ((enclosed[enclosedIndex]?.end ?? Infinity) <= end) enclosedIndex++;
    if ((enclosed[enclosedIndex]?.start ?? Infinity) < at) continue;
    const sentenceStart = ends.at(-1) ?? 0;
    const beforeStart = Math.max(sentenceStart, at - contextBefore);
    const after = line.slice(end, end + contextAfter);
    const candidate = {
      before: line.slice(beforeStart, at),
      isWhole: beforeStart === sentenceStart,
      terminators: found[1] ?? '',
      closers: found[2] ?? '',
      isSpaced: /^\s/u.test(after),
      after: after.trimStart(),
      isCaseless,
    };
    if (isSentenceEnd(candidate, rules)) addEnd(ends, end);
  }
  for (; listIndex < listStarts.length; listIndex++) addEnd(ends, listStarts[listIndex]);
  return ends;
}

function addEnd(ends: number[], end: number | undefined): void {
  if (end !== undefined && end > (ends.at(-1) ?? 0)) ends.push(end);
}
