import { splitSentences } from '@quern/text/sentences/split-sentences';
import type { Span } from '@quern/text/span';

/** What is longer than this is no sentence but a text without full stops, and is taken apart. */
const unitLengthMax = 1000;
const pieceLength = 300;

/** The sentences a summary can be made of; monsters are taken apart at lines, clauses or words. */
export function splitSummaryUnits(text: string, language: string): Span[] {
  const units: Span[] = [];
  for (const span of splitSentences(text, language)) {
    if (span.text.length <= unitLengthMax) units.push(span);
    else addPieces(units, span);
  }
  return units;
}

function addPieces(units: Span[], { text, startIndex }: Span): void {
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= unitLengthMax / 2 ? text.length : pieceEnd(text, start);
    const piece = text.slice(start, end);
    const trimmed = piece.trim();
    const from = startIndex + start + (piece.length - piece.trimStart().length);
    if (trimmed !== '') units.push({ text: trimmed, startIndex: from, endIndex: from + trimmed.length });
    start = end;
  }
}

/** After a line, a clause or a word near the wanted length, else between two characters. */
function pieceEnd(text: string, start: number): number {
  const window = text.slice(start + pieceLength / 2, start + pieceLength * 1.5);
  for (const pattern of [/\n/u, /[;:。，、,](?=\s|\p{Lo})/u, /\s/u]) {
    const found = pattern.exec(window);
    if (found) return start + pieceLength / 2 + found.index + 1;
  }
  const end = start + pieceLength;
  return (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end + 1 : end;
}
