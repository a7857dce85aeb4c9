/** A box in pixels; `x` and `y` are its top left corner. */
export interface BoundingBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A word as Tesseract recognized it. */
export interface RecognizedWord {
  readonly text: string;
  readonly box: BoundingBox;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** A line of words. */
export interface RecognizedLine {
  readonly words: readonly RecognizedWord[];
  readonly box: BoundingBox;
  /** Identifier shared by the lines of a paragraph. */
  readonly paragraph: string;
  /** Identifier of the block (a column, table or caption). */
  readonly block: string;
}

/** Returns the smallest box around all boxes; an empty one for none. */
export function unionBoxes(boxes: readonly BoundingBox[]): BoundingBox {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return boxes.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}
