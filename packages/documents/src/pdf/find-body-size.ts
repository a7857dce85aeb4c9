import type { PdfLine } from './group-text-lines.ts';

/** Returns the font size in which most characters of a document are set, in points; 0 for no text. */
export function findBodySize(pages: readonly (readonly PdfLine[])[]): number {
  const lengths = new Map<number, number>();
  for (const page of pages) {
    for (const { fontSize, text } of page) {
      const size = Math.round(fontSize * 2) / 2;
      lengths.set(size, (lengths.get(size) ?? 0) + text.length);
    }
  }
  let [bodySize, most] = [0, 0];
  for (const [size, length] of lengths) if (length > most) [bodySize, most] = [size, length];
  return bodySize;
}
