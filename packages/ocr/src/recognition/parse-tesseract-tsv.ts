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

const wordLevel = '5';

/**
 * Parses Tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence (0 to 100),
 * text. Lines are in Tesseract's reading order (column by column).
 */
export function parseTesseractTsv(table: string): RecognizedLine[] {
  const lines = new Map<string, RecognizedWord[]>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const text = cells[11]?.trim() ?? '';
    if (cells[0] !== wordLevel || text === '') continue;
    const [x = 0, y = 0, width = 0, height = 0, confidence = 0] = cells.slice(6, 11).map(Number);
    const key = cells.slice(2, 5).join('.');
    const words = lines.get(key) ?? [];
    words.push({ text, box: { x, y, width, height }, confidence: Math.max(0, confidence) / 100 });
    lines.set(key, words);
  }
  return [...lines].map(([key, words]) => {
    const [block = '', paragraph = ''] = key.split('.');
    return {
      words,
      box: unionBoxes(words.map((word) => word.box)),
      paragraph: `${block}.${paragraph}`,
      block,
    };
  });
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
