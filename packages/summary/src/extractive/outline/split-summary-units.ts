import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { Span } from '@quern/text/span';
import { isInsidePair } from '@quern/text/surrogates';

/** A longer unit is a text without periods rather than a sentence, and is split. */
const unitLengthMax = 1000;
/** Approximate length of its parts. */
const partLength = 300;

/**
 * Splits a text into the units that a summary is made of: sentences, where a very long one is split at lines, clauses or
 * words.
 *
 * @param language BCP 47 tag
 */
export function splitSummaryUnits(text: string, language: string): Span[] {
  const units: Span[] = [];
  for (const sentence of splitSentences(text, language)) {
    if (sentence.text.length <= unitLengthMax) units.push(sentence);
    else addParts(units, sentence);
  }
  return units;
}

function addParts(units: Span[], { text, startIndex }: Span): void {
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= unitLengthMax / 2 ? text.length : partEnd(text, start);
    const part = text.slice(start, end);
    const trimmed = part.trim();
    const from = startIndex + start + (part.length - part.trimStart().length);
    if (trimmed !== '') units.push({ text: trimmed, startIndex: from, endIndex: from + trimmed.length });
    start = end;
  }
}

/** Prefers the end of a line, then of a clause, then of a word near the wanted length. */
function partEnd(text: string, start: number): number {
  const candidates = text.slice(start + partLength / 2, start + partLength * 1.5);
  for (const pattern of [/\n/u, /[;:。，、,](?=\s|\p{Lo})/u, /\s/u]) {
    const found = pattern.exec(candidates);
    if (found) return start + partLength / 2 + found.index + 1;
  }
  const end = start + partLength;
  return isInsidePair(text, end) ? end + 1 : end;
}
