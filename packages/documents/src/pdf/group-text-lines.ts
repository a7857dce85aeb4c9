/** A text item of pdf.js, in points from the lower left corner of the page. */
export interface PdfTextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** A line of text on a page. */
export interface PdfLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Vertical position, growing upward. */
  readonly baseline: number;
  readonly fontSize: number;
}

/** A gap wider than this share of the font size is a space between words (a space is about 0.25 em). */
const spaceShare = 0.17;

/** A line that may still grow. */
type OpenLine = { -readonly [Field in keyof PdfLine]: PdfLine[Field] };

/** The position of an item. */
type Placement = Omit<PdfLine, 'text'>;

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
    else if (item.str.trim() !== '') lines.push({ text: item.str, ...placement });
  }
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/[\s\p{Cc}]+/gu, ' ').trim() }))
    .filter(({ text }) => text !== '');
}

/** Whether an item is on the same baseline, or raised or lowered like a note mark, and further in writing direction. */
function continues(line: PdfLine, placement: Placement, isRightToLeft: boolean): boolean {
  const size = Math.max(line.fontSize, placement.fontSize);
  if (Math.abs(line.baseline - placement.baseline) > size * 0.5) return false;
  if (isRightToLeft) return placement.right <= line.left + size || placement.left >= line.right - size;
  return placement.left >= line.right - size;
}

function addItem(line: OpenLine, text: string, placement: Placement): void {
  const gap = Math.max(placement.left - line.right, line.left - placement.right);
  const isApart = gap > Math.min(line.fontSize, placement.fontSize) * spaceShare;
  if (isApart && !/\s$/u.test(line.text) && !/^\s/u.test(text)) line.text += ' ';
  line.text += text;
  if (placement.fontSize > line.fontSize) {
    line.fontSize = placement.fontSize;
    line.baseline = placement.baseline;
  }
  line.left = Math.min(line.left, placement.left);
  line.right = Math.max(line.right, placement.right);
}
