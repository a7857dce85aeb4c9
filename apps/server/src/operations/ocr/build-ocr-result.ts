import type { OcrLine, OcrPage, OcrResult } from '@quern/ocr';
import { roundScore } from '@quern/runtime/round-score';

/** Builds the result of the operation from that of the engine, except the text itself. */
export function buildOcrResult({ lines, tables, pages, confidence, warnings }: OcrResult) {
  const [first = blankPage] = pages;
  return {
    lines: lines.map(roundLine),
    tables,
    pages: pages.map(({ number, width, height, rotation, startIndex, endIndex, ...page }) => ({
      number,
      width,
      height,
      rotation,
      startIndex,
      endIndex,
      confidence: roundScore(page.confidence),
    })),
    width: first.width,
    height: first.height,
    rotation: first.rotation,
    confidence: roundScore(confidence),
    warnings,
  };
}

const blankPage: Pick<OcrPage, 'width' | 'height' | 'rotation'> = { width: 0, height: 0, rotation: 0 };

const roundLine = (line: OcrLine): OcrLine => ({
  ...line,
  confidence: roundScore(line.confidence),
  words: line.words.map((word) => ({ ...word, confidence: roundScore(word.confidence) })),
});
