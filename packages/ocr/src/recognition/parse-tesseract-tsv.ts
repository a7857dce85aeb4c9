export interface BoundingBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RecognizedWord {
  readonly text: string;
  readonly box: BoundingBox;
  /** 0..1 */
  readonly confidence: number;
}

export interface RecognizedLine {
  readonly words: readonly RecognizedWord[];
  readonly box: BoundingBox;
  /** Lines of one paragraph share it; blocks are columns, tables, captions. */
  readonly paragraph: string;
  readonly block: string;
}

const wordLevel = '5';

/**
 * Reads Tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence (0..100),
 * text. Lines come in Tesseract's reading order (columns first).
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
