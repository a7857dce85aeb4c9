import type { PageContents } from '@quern/pdf';
import { editDistance } from '@quern/runtime/text/edit-distance';
import type { OcrLine, OcrWord } from '../layout/composed-text.ts';
import type { RecognizedText } from './create-searchable-pdf.ts';

type PageGlyph = PageContents['glyphs'][number];

/** Height of the rows in which characters are looked up, in points. */
const rowHeight = 12;
/** Part of the characters of a word that may be recognized differently from the text of the page. */
const differenceMax = 0.25;
/** A word that was misread is shown where characters take this part of its width. */
const shownWidthMin = 0.6;
/** Longer words are compared as far as this. */
const comparedLengthMax = 100;

/**
 * Leaves out the recognized words that a page already has as text at their places, such as a caption next to a scan, so that
 * they are not found twice. What remains of a line between them are separate lines; a line without such words is returned as it is.
 *
 * @param contents the page before text is added to it
 */
export function omitShownWords(
  { lines, width, height }: RecognizedText,
  contents: Pick<PageContents, 'glyphs' | 'width' | 'height'>,
): OcrLine[] {
  if (contents.glyphs.length === 0) return [...lines];
  const index = new GlyphIndex(contents.glyphs);
  const [scaleX, scaleY] = [contents.width / Math.max(width, 1), contents.height / Math.max(height, 1)];
  const isShown = ({ text, box }: OcrWord): boolean => {
    const [left, top] = [box.x * scaleX, box.y * scaleY];
    const width = box.width * scaleX;
    const shown = index.charactersIn(left, top, left + width, top + box.height * scaleY);
    const letters = lettersOf(shown.text);
    return isSimilar(letters, lettersOf(text)) || (letters !== '' && shown.width >= shownWidthMin * width);
  };
  return lines.flatMap((line) => splitLine(line, isShown));
}

/** Characters of a page by their rows. */
class GlyphIndex {
  readonly #rows: Map<number, PageGlyph[]>;

  constructor(glyphs: readonly PageGlyph[]) {
    this.#rows = Map.groupBy(glyphs, ({ box }) => Math.floor((box.top + box.bottom) / 2 / rowHeight));
  }

  /** The characters whose middle is in a box, in the order of the content, and the width that they take together. */
  charactersIn(left: number, top: number, right: number, bottom: number): { text: string; width: number } {
    let [text, width] = ['', 0];
    const last = Math.floor(bottom / rowHeight);
    for (let row = Math.floor(top / rowHeight); row <= last; row += 1) {
      for (const { box, text: character } of this.#rows.get(row) ?? []) {
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        if (x < left || x > right || y < top || y > bottom) continue;
        text += character;
        width += Math.min(box.right, right) - Math.max(box.left, left);
      }
    }
    return { text, width };
  }
}

function splitLine(line: OcrLine, isShown: (word: OcrWord) => boolean): OcrLine[] {
  const shown = new Set(line.words.filter(isShown));
  if (shown.size === 0) return [line];
  const parts: OcrWord[][] = [[]];
  for (const word of line.words) {
    if (shown.has(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((words) => words.length > 0).map((words) => ({ ...line, words }));
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
    .slice(0, comparedLengthMax);
}

/** Whether two texts differ in few characters (Levenshtein distance). Punctuation alone differs from everything. */
function isSimilar(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  if (a === b) return true;
  const length = Math.max(a.length, b.length);
  const allowed = Math.floor(length * differenceMax);
  if (Math.abs(a.length - b.length) > allowed) return false;
  return editDistance(a, b) <= allowed;
}
