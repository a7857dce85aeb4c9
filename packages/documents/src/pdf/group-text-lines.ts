/** What pdf.js says of a piece of text: its place is in points, from the lower left corner of the page. */
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
  /** Of the baseline, upwards. */
  readonly bottom: number;
  readonly size: number;
}

/** A gap of this share of the letters' size is a space between words (a space is about 0.25 em). */
const spaceShare = 0.17;

interface OpenLine {
  text: string;
  left: number;
  right: number;
  bottom: number;
  size: number;
}

/** Puts pieces of text together to lines, in the order of the page's content, which is mostly that of reading. */
export function groupTextLines(pieces: readonly PdfTextItem[]): PdfLine[] {
  const lines: OpenLine[] = [];
  for (const piece of pieces) {
    if (piece.str === '') continue;
    const [, , skew = 0, rise = 0, left = 0, bottom = 0] = piece.transform;
    const size = Math.hypot(skew, rise) || piece.height || 1;
    const line = lines.at(-1);
    const place = { left, right: left + piece.width, bottom, size };
    if (line && continues(line, place, piece.dir === 'rtl')) addPiece(line, piece.str, place);
    else if (piece.str.trim() !== '') lines.push({ text: piece.str, ...place });
  }
  return lines
    .map((line) => ({ ...line, text: line.text.replace(/[\s\p{Cc}]+/gu, ' ').trim() }))
    .filter(({ text }) => text !== '');
}

type Place = Omit<OpenLine, 'text'>;

/** The same baseline, or one raised or lowered as notes are; onwards in the direction of writing. */
function continues(line: OpenLine, place: Place, isRightToLeft: boolean): boolean {
  const size = Math.max(line.size, place.size);
  if (Math.abs(line.bottom - place.bottom) > size * 0.5) return false;
  if (isRightToLeft) return place.right <= line.left + size || place.left >= line.right - size;
  return place.left >= line.right - size;
}

function addPiece(line: OpenLine, text: string, place: Place): void {
  const gap = Math.max(place.left - line.right, line.left - place.right);
  const isApart = gap > Math.min(line.size, place.size) * spaceShare;
  if (isApart && !/\s$/u.test(line.text) && !/^\s/u.test(text)) line.text += ' ';
  line.text += text;
  if (place.size > line.size) {
    line.size = place.size;
    line.bottom = place.bottom;
  }
  line.left = Math.min(line.left, place.left);
  line.right = Math.max(line.right, place.right);
}
