import type { Span, TextRange } from '../span.ts';
import { findEnclosedRanges } from './find-enclosed-ranges.ts';
import { findListItemStarts } from './find-list-item-starts.ts';
import { isSentenceEnd } from './is-sentence-end.ts';
import type { SentenceEndCandidate } from './rules/sentence-end-candidate.ts';
import { type SentenceRules, sentenceRules } from './rules/sentence-rules.ts';
import { splitParagraphs } from './split-paragraphs.ts';

/**
 * Terminators (Unicode property Sentence_Terminal, UAX 29), then closing marks and footnote numbers, then emoji and
 * emoticons. The colon ends sentences in Armenian, and the semicolon is the question mark of Greek.
 */
const terminatorPattern =
  /((?:[\p{Sentence_Terminal}…]|(?<=\p{Script=Armenian}):|(?<=\p{Script=Greek});)(?:[\p{Sentence_Terminal}…]| (?=\.(?:\s|\p{Pf}|$))){0,64})((?:[\p{Pe}\p{Pf}"'‘’»]|[“«](?=[\s\p{P}]|$)|[ \u00a0\u202f]»(?=[\s.,;:!?)]|$)){0,8}(?:\[\d{1,3}\]|(?<=[\p{L})][.])\d{1,3}(?:[ ,–]\d{1,3}){0,5}(?=\s+\p{Lu})){0,8})((?: ?(?:[\p{Extended_Pictographic}\p{Regional_Indicator}](?:\p{Emoji_Modifier}|\u{fe0f}|\u{200d}){0,3}|[:;]-?[()DPp](?=\s))){0,8})/gu;

/** Characters around a terminator that decide whether it ends a sentence. */
const contextBefore = 200;
const contextAfter = 80;

/**
 * Splits a text into sentences. The rules are those of Unicode Standard Annex 29 with corrections for abbreviations,
 * initials, ordinals, lists and ellipses by language. Paragraphs end a sentence, and so do line breaks that do not just
 * wrap prose; quotations and brackets of moderate length are not split. Takes time linear in the length.
 *
 * @param language BCP 47 tag, whose abbreviations apply; English by default
 * @returns exact spans in order, trimmed of white space and never empty
 */
export function splitSentences(text: string, language = 'en'): Span[] {
  const rules = sentenceRules(language);
  const spans: Span[] = [];
  for (const block of splitParagraphs(text)) {
    const paragraph = text.slice(block.startIndex, block.endIndex);
    let start = 0;
    for (const end of [...findSentenceEnds(paragraph, rules), paragraph.length]) {
      addTrimmed(spans, paragraph.slice(start, end), block.startIndex + start);
      start = end;
    }
  }
  return spans;
}

function addTrimmed(spans: Span[], part: string, position: number): void {
  const trimmed = part.trim();
  if (trimmed === '') return;
  const startIndex = position + (part.length - part.trimStart().length);
  spans.push({ text: trimmed, startIndex, endIndex: startIndex + trimmed.length });
}

/** Finds the ends of all sentences of a paragraph except the last one. */
function findSentenceEnds(paragraph: string, rules: SentenceRules): number[] {
  const listStarts = findListItemStarts(paragraph);
  const enclosed = findEnclosedRanges(paragraph);
  const isCaseless = !/\p{Lu}/u.test(paragraph);
  const ends: number[] = [];
  let listIndex = 0;
  let enclosedIndex = 0;
  for (const found of paragraph.matchAll(terminatorPattern)) {
    const at = found.index;
    const isEllipsisAfterEnd = /^\. \. \./.test(found[0]) && /\S/.test(paragraph[at - 1] ?? ' ');
    const end = at + (isEllipsisAfterEnd ? 1 : found[0].length);
    if (end >= paragraph.length) break;
    for (; (listStarts[listIndex] ?? Infinity) <= at; listIndex++) addEnd(ends, listStarts[listIndex]);
    while ((enclosed[enclosedIndex]?.endIndex ?? Infinity) <= end) enclosedIndex++;
    if ((enclosed[enclosedIndex]?.startIndex ?? Infinity) < at) continue;
    const sentenceStart = ends.at(-1) ?? 0;
    const contextStart = Math.max(sentenceStart, at - contextBefore);
    const after = paragraph.slice(end, end + contextAfter);
    const candidate: SentenceEndCandidate = {
      textBefore: paragraph.slice(contextStart, at),
      isPrefixComplete: contextStart === sentenceStart,
      terminators: found[1] ?? '',
      closingMarks: found[2] ?? '',
      beforeOpeningMark: beforeOpeningMark(paragraph, sentenceStart, at, enclosed[enclosedIndex - 1]),
      hasEmoji: found[3] !== '',
      isFollowedBySpace: /^\s/u.test(after),
      textAfter: after.trimStart(),
      isCaseless,
    };
    if (isSentenceEnd(candidate, rules)) addEnd(ends, end);
  }
  for (; listIndex < listStarts.length; listIndex++) addEnd(ends, listStarts[listIndex]);
  return ends;
}

/** The character before a range that closes after a position, if the range is in the sentence. */
function beforeOpeningMark(
  paragraph: string,
  sentenceStart: number,
  at: number,
  range: TextRange | undefined,
): string {
  if (range === undefined || range.endIndex <= at || range.startIndex < sentenceStart) return '';
  const before = paragraph.slice(Math.max(sentenceStart, range.startIndex - 20), range.startIndex);
  return before.trimEnd().at(-1) ?? '';
}

/** Keeps ends strictly ascending. */
function addEnd(ends: number[], end: number | undefined): void {
  if (end !== undefined && end > (ends.at(-1) ?? 0)) ends.push(end);
}
