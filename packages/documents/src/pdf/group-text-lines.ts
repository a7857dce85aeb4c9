/** A text item of pdf.js, in points from the lower left corner of the page. */
export interface PdfTextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** A part of a line; wide gaps separate it from the others. */
export interface PdfSegment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A line of text on a page. */
export interface PdfLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Vertical position, growing upward. */
  readonly baseline: number;
  readonly fontSize: number;
  /** The parts of a line with wide gaps, which may be cells of a table, from left to right; else empty. */
  readonly segments: readonly PdfSegment[];
}

/** A gap wider than this share of the font size is a space between words (a space is about 0.25 em). */
const spaceShare = 0.17;

/** A gap wider than this separates segments. Spaces of justified text are mostly narrower. */
const segmentGap = 0.8;

/** A line that may still grow, with its segments in the order of the content. */
interface OpenLine extends Mutable<Omit<PdfLine, 'segments'>> {
  readonly segments: Mutable<PdfSegment>[];
  /** Whether there is a letter or digit; symbols say nothing about the size of the text. */
  hasWords: boolean;
}

/** A single glyph at the start of a line whose font does not map it to Unicode; mostly a bullet of a symbol font. */
const unmappedSymbol = /^(?!\s)\p{Cc}$/u;
const wordCharacter = /[\p{L}\p{N}]/u;

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** The position of an item. */
type Placement = Omit<PdfLine, 'text' | 'segments'>;

/** Joins text items to lines, in the order of the page's content, which is mostly the reading order. */
export function groupTextLines(items: readonly PdfTextItem[]): PdfLine[] {
  const lines: OpenLine[] = [];
  for (const item of items) {
    if (item.str === '') continue;
    const [, , skew = 0, scale = 0, left = 0, baseline = 0] = item.transform;
    const fontSize = Math.hypot(skew, scale) || item.height || 1;
    const line = lines.at(-1);
    const placement = { left, right: left + item.width, baseline, fontSize };
    if (line && continues(line, placement, item.dir === 'rtl')) addItem(line, item.str, placement);
    else if (item.str.trim() !== '') {
      const text = item.str.replace(unmappedSymbol, '•');
      lines.push({
        text,
        ...placement,
        segments: [{ text, ...placement }],
        hasWords: wordCharacter.test(text),
      });
    }
  }
  return lines
    .map(({ hasWords: _, segments, ...line }) => ({
      ...line,
      text: collapseSpace(line.text),
      segments: closeSegments(segments),
    }))
    .filter(({ text }) => text !== '');
}

function closeSegments(segments: readonly PdfSegment[]): PdfSegment[] {
  if (segments.length === 1) return [];
  return segments
    .map(({ text, left, right }) => ({ text: collapseSpace(text), left, right }))
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.left - other.left);
}

function collapseSpace(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Whether an item is on the same baseline, or raised or lowered like a note mark, and further in writing direction. */
function continues(line: PdfLine, placement: Placement, isRightToLeft: boolean): boolean {
  const size = Math.max(line.fontSize, placement.fontSize);
  if (Math.abs(line.baseline - placement.baseline) > size * 0.5) return false;
  if (isRightToLeft) return placement.right <= line.left + size || placement.left >= line.right - size;
  return placement.left >= line.right - size;
}

function addItem(line: OpenLine, text: string, placement: Placement): void {
  if (text.trim() === '') {
    // Space may be wider than the gap that it fills, so it only separates words.
    line.text += ' ';
    const last = line.segments.at(-1);
    if (last) last.text += ' ';
    return;
  }
  const gap = Math.max(placement.left - line.right, line.left - placement.right);
  const isApart = gap > Math.min(line.fontSize, placement.fontSize) * spaceShare;
  if (isApart && !/\s$/u.test(line.text) && !/^\s/u.test(text)) line.text += ' ';
  line.text += text;
  const hasWords = wordCharacter.test(text);
  if (hasWords && (!line.hasWords || placement.fontSize > line.fontSize)) {
    line.hasWords = true;
    line.fontSize = placement.fontSize;
    line.baseline = placement.baseline;
  }
  line.left = Math.min(line.left, placement.left);
  line.right = Math.max(line.right, placement.right);
  addToSegments(line, text, placement, isApart);
}

function addToSegments(
  { segments }: OpenLine,
  text: string,
  { left, right, fontSize }: Placement,
  isApart: boolean,
): void {
  const segment = segments.at(-1);
  if (!segment) return;
  const gap = Math.max(left - segment.right, segment.left - right);
  if (gap > fontSize * segmentGap) {
    segments.push({ text, left, right });
    return;
  }
  segment.text += isApart ? ` ${text}` : text;
  segment.left = Math.min(segment.left, left);
  segment.right = Math.max(segment.right, right);
}
