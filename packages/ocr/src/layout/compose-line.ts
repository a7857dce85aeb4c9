import { boundsOf, type Quadrilateral } from '../geometry/point.ts';
import { cornersOf } from '../geometry/rotated-rectangle.ts';
import { isRightToLeft } from '../recognition/bidi-class.ts';
import type { OcrLine, OcrWord } from './composed-text.ts';
import type { DisplayTransform } from './displayed-page.ts';
import { type SegmentWord, wordsOf } from './line-words.ts';
import { type FlatSegment, textOf } from './segments/segment.ts';
import { meanConfidence } from './select-readable.ts';

/** Composes a line from a row of segments, from left to right. @param startIndex of the line in the text of the page */
export function composeLine(
  row: readonly FlatSegment[],
  page: number,
  startIndex: number,
  toDisplayed: DisplayTransform,
): OcrLine {
  let text = '';
  const words: OcrWord[] = [];
  const isReversed = isRightToLeft(row.flatMap(({ segment }) => [...textOf(segment)]));
  for (const { segment, continuesWord } of isReversed ? row.toReversed() : row) {
    for (const [index, word] of wordsOf(segment).entries()) {
      const before = words.at(-1);
      const isContinued = index === 0 && continuesWord === true && before !== undefined;
      if (text !== '' && !isContinued) text += ' ';
      const placed = toWord(word, startIndex + text.length, toDisplayed);
      if (isContinued) words[words.length - 1] = joinParts(before, placed);
      else words.push(placed);
      text += word.text;
    }
  }
  const corners = quadrilateralOf(row, toDisplayed);
  return {
    text,
    startIndex,
    endIndex: startIndex + text.length,
    page,
    box: boundsOf(corners),
    quadrilateral: corners,
    confidence: meanConfidence(row.map(({ segment }) => segment)),
    words,
  };
}

function toWord(
  { text, probability, quadrilateral }: SegmentWord,
  startIndex: number,
  toDisplayed: DisplayTransform,
): OcrWord {
  return {
    text,
    startIndex,
    endIndex: startIndex + text.length,
    box: boundsOf(quadrilateral.map(toDisplayed)),
    confidence: probability,
  };
}

/** Joins the two parts of a word that is divided between segments. */
function joinParts(first: OcrWord, second: OcrWord): OcrWord {
  const corners = [first.box, second.box].flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ]);
  const [length, added] = [first.text.length, second.text.length];
  return {
    text: first.text + second.text,
    startIndex: first.startIndex,
    endIndex: second.endIndex,
    box: boundsOf(corners),
    confidence: (first.confidence * length + second.confidence * added) / (length + added),
  };
}

/** From the left side of the first segment to the right side of the last. */
function quadrilateralOf(row: readonly FlatSegment[], toDisplayed: DisplayTransform): Quadrilateral {
  const [first, last] = [row[0]?.segment.region, row.at(-1)?.segment.region];
  if (first === undefined || last === undefined) throw new RangeError('A line needs a segment.');
  const [topLeft, , , bottomLeft] = cornersOf(first.rectangle);
  const [, topRight, bottomRight] = cornersOf(last.rectangle);
  return [toDisplayed(topLeft), toDisplayed(topRight), toDisplayed(bottomRight), toDisplayed(bottomLeft)];
}
