import type { ImageRotation } from '../image/gray-image.ts';
import type { BoundingBox, RecognizedLine } from '../recognition/parse-tesseract-tsv.ts';
import { meanConfidence } from './filter-low-confidence.ts';

export interface OcrLine {
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly box: BoundingBox;
  readonly confidence: number;
}

/** One line a line, an empty line between paragraphs; offsets point into the text. */
export function composeText(
  lines: readonly RecognizedLine[],
  place: (box: BoundingBox) => BoundingBox,
): { text: string; lines: OcrLine[] } {
  let text = '';
  const placed: OcrLine[] = [];
  let before: RecognizedLine | undefined;
  for (const line of lines) {
    if (before !== undefined) text += before.paragraph === line.paragraph ? '\n' : '\n\n';
    const words = line.words.map((word) => word.text).join(' ');
    const startIndex = text.length;
    text += words;
    const confidence = meanConfidence(line.words);
    placed.push({ text: words, startIndex, endIndex: text.length, box: place(line.box), confidence });
    before = line;
  }
  return { text, lines: placed };
}

/**
 * From pixels of the image that was recognised to pixels of the image as it is shown: undoes the scale and the turn
 * (clockwise) that were applied to it.
 */
export function createBoxTransform(
  scale: number,
  turn: ImageRotation,
  width: number,
  height: number,
): (box: BoundingBox) => BoundingBox {
  return (box) => {
    const x = box.x / scale;
    const y = box.y / scale;
    const wide = box.width / scale;
    const high = box.height / scale;
    if (turn === 90) return clip({ x: y, y: height - x - wide, width: high, height: wide }, width, height);
    if (turn === 180)
      return clip({ x: width - x - wide, y: height - y - high, width: wide, height: high }, width, height);
    if (turn === 270) return clip({ x: width - y - high, y: x, width: high, height: wide }, width, height);
    return clip({ x, y, width: wide, height: high }, width, height);
  };
}

function clip(box: BoundingBox, width: number, height: number): BoundingBox {
  const x = Math.min(Math.max(0, Math.round(box.x)), width);
  const y = Math.min(Math.max(0, Math.round(box.y)), height);
  return {
    x,
    y,
    width: Math.min(Math.round(box.width), width - x),
    height: Math.min(Math.round(box.height), height - y),
  };
}
