import type { ImageRotation } from '../image/gray-image.ts';
import { meanConfidence } from './filter-low-confidence.ts';
import type { BoundingBox, RecognizedLine } from './recognized-line.ts';

/** A line of text with its position. */
export interface OcrLine {
  readonly text: string;
  /** UTF-16 offsets of the line in the whole text; `endIndex` is exclusive. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly box: BoundingBox;
  /** From 0 to 1. */
  readonly confidence: number;
}

/**
 * Joins lines to a text with blank lines between paragraphs.
 *
 * @param toOriginal converts a box to pixels of the displayed image
 */
export function composeText(
  lines: readonly RecognizedLine[],
  toOriginal: (box: BoundingBox) => BoundingBox,
): { text: string; lines: OcrLine[] } {
  let text = '';
  const composed: OcrLine[] = [];
  let before: RecognizedLine | undefined;
  for (const line of lines) {
    if (before !== undefined) text += before.paragraph === line.paragraph ? '\n' : '\n\n';
    const words = line.words.map((word) => word.text).join(' ');
    const startIndex = text.length;
    text += words;
    const confidence = meanConfidence(line.words);
    composed.push({ text: words, startIndex, endIndex: text.length, box: toOriginal(line.box), confidence });
    before = line;
  }
  return { text, lines: composed };
}

/**
 * Creates the transform from the recognized image to the displayed one. It undoes the scale and the rotation that were
 * applied for recognition.
 *
 * @param width width of the displayed image, to which boxes are clipped
 * @param height its height
 */
export function createBoxTransform(
  scale: number,
  rotation: ImageRotation,
  width: number,
  height: number,
): (box: BoundingBox) => BoundingBox {
  return (box) => {
    const x = box.x / scale;
    const y = box.y / scale;
    const boxWidth = box.width / scale;
    const boxHeight = box.height / scale;
    if (rotation === 90)
      return clip({ x: y, y: height - x - boxWidth, width: boxHeight, height: boxWidth }, width, height);
    if (rotation === 180)
      return clip(
        { x: width - x - boxWidth, y: height - y - boxHeight, width: boxWidth, height: boxHeight },
        width,
        height,
      );
    if (rotation === 270)
      return clip({ x: width - y - boxHeight, y: x, width: boxHeight, height: boxWidth }, width, height);
    return clip({ x, y, width: boxWidth, height: boxHeight }, width, height);
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
