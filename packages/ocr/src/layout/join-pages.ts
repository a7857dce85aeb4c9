import type { OcrPage, OcrResult, OcrWarning } from '../ocr-result.ts';
import type { ComposedPage, OcrLine, OcrTable } from './compose-page.ts';

/** A page that was read. Offsets refer to the text of the page. */
export type ReadPage = ComposedPage & Pick<OcrPage, 'number' | 'width' | 'height' | 'rotation'>;

/** Joins pages to a result, with a blank line between them. */
export function joinPages(pages: readonly ReadPage[]): OcrResult {
  let text = '';
  const lines: OcrLine[] = [];
  const tables: OcrTable[] = [];
  const joined: OcrPage[] = [];
  for (const { text: pageText, lines: pageLines, tables: pageTables, unreadable: _, ...page } of pages) {
    if (text !== '' && pageText !== '') text += '\n\n';
    const startIndex = text.length;
    text += pageText;
    lines.push(...pageLines.map((line) => moveLine(line, startIndex)));
    tables.push(
      ...pageTables.map((table) => ({
        ...table,
        startIndex: table.startIndex + startIndex,
        endIndex: table.endIndex + startIndex,
      })),
    );
    joined.push({ ...page, startIndex, endIndex: text.length });
  }
  const characters = joined.map(({ startIndex, endIndex }) => endIndex - startIndex);
  const total = characters.reduce((sum, count) => sum + count, 0);
  const sum = joined.reduce(
    (share, { confidence }, index) => share + confidence * (characters[index] ?? 0),
    0,
  );
  const confidence = total === 0 ? 0 : sum / total;
  return { text, lines, tables, pages: joined, confidence, warnings: warningsOf(pages) };
}

function moveLine(line: OcrLine, by: number): OcrLine {
  if (by === 0) return line;
  return {
    ...line,
    startIndex: line.startIndex + by,
    endIndex: line.endIndex + by,
    words: line.words.map((word) => ({
      ...word,
      startIndex: word.startIndex + by,
      endIndex: word.endIndex + by,
    })),
  };
}

function warningsOf(pages: readonly ReadPage[]): OcrWarning[] {
  const affected = pages.filter(({ unreadable }) => unreadable).map(({ number }) => number);
  if (affected.length === 0) return [];
  const place = pages.length === 1 ? 'Some text' : `Some text on page ${affected.join(', ')}`;
  const message = `${place} could not be read: it may be handwritten, blurred, or in a script that is not supported.`;
  return [{ code: 'unreadable_text', message }];
}
