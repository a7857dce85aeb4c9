import { type RecognizedLine, type RecognizedWord, unionBoxes } from '../layout/recognized-line.ts';

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
