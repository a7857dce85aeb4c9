import type { LayerLine } from '@quern/pdf';
import type { BoundingBox, Point } from '../geometry/point.ts';
import type { OcrLine, OcrWord } from '../layout/composed-text.ts';
import { isRightToLeft } from '../recognition/bidi-class.ts';

/** Share of the height of a line below its baseline; that of the font of the layer. */
const descent = 0.2;
/** Width of a space, in line heights; a wider gap separates columns and has to stay one. */
const [spaceMin, spaceMax] = [0.05, 0.5];
/** Words of lines that are steeper cannot be measured from their boxes: |cos² - sin²| below this. */
const measurableMin = 0.5;

/** A direction along a line, and the one from its bottom to its top. */
interface LineAxes {
  readonly along: Point;
  readonly up: Point;
  readonly height: number;
}

/** A word on its line: its middle, and its size along and across the line. */
interface PlacedWord {
  readonly middle: Point;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the words of a line, and the spaces between them, for the text layer of a PDF. A word from right to left is in the
 * order in which it is painted, as PDFs have it.
 */
export function toLayerLines(line: OcrLine): LayerLine[] {
  const axes = axesOf(line);
  const isReversed = isRightToLeft([...line.text]);
  let before: OcrWord | undefined;
  return line.words.flatMap((word) => {
    const space = before === undefined ? [] : spaceBetween(before, word, line, axes, isReversed);
    before = word;
    return [
      ...space,
      toLayerLine(isReversed ? paintedOrder(word.text) : word.text, place(word.box, axes), axes),
    ];
  });
}

function axesOf({ quadrilateral: [topLeft, topRight, bottomRight, bottomLeft] }: OcrLine): LineAxes {
  const length = distance(bottomLeft, bottomRight) || 1;
  const along = {
    x: (bottomRight.x - bottomLeft.x) / length,
    y: (bottomRight.y - bottomLeft.y) / length,
  };
  const height = (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2;
  return { along, up: { x: along.y, y: -along.x }, height };
}

/** Measures a word whose box is upright, but whose line may not be. */
function place({ x, y, width, height }: BoundingBox, { along, height: lineHeight }: LineAxes): PlacedWord {
  const middle = { x: x + width / 2, y: y + height / 2 };
  const [cos, sin] = [Math.abs(along.x), Math.abs(along.y)];
  const determinant = cos * cos - sin * sin;
  const measured =
    Math.abs(determinant) < measurableMin
      ? [Math.hypot(width, height) - lineHeight, lineHeight]
      : [(width * cos - height * sin) / determinant, (height * cos - width * sin) / determinant];
  const [across = 0, up = 0] = measured;
  return { middle, width: Math.max(across, 1), height: up > 0 ? up : lineHeight };
}

function toLayerLine(
  text: string,
  { middle, width, height }: PlacedWord,
  { along, up }: LineAxes,
): LayerLine {
  const below = height * (0.5 - descent);
  const base = { x: middle.x - up.x * below, y: middle.y - up.y * below };
  const half = { x: (along.x * width) / 2, y: (along.y * width) / 2 };
  return {
    text,
    from: [base.x - half.x, base.y - half.y],
    to: [base.x + half.x, base.y + half.y],
    size: height,
  };
}

/** The space between two words that are next to each other in the text. */
function spaceBetween(
  first: OcrWord,
  second: OcrWord,
  line: OcrLine,
  axes: LineAxes,
  isReversed: boolean,
): LayerLine[] {
  const text = line.text.slice(first.endIndex - line.startIndex, second.startIndex - line.startIndex);
  if (text === '') return [];
  const [left, right] = (isReversed ? [second, first] : [first, second]).map((word) => place(word.box, axes));
  if (left === undefined || right === undefined) return [];
  const { along } = axes;
  const position = (point: Point): number => point.x * along.x + point.y * along.y;
  const from = position(left.middle) + left.width / 2;
  const gap = position(right.middle) - right.width / 2 - from;
  const width = Math.min(Math.max(gap, left.height * spaceMin), left.height * spaceMax);
  const shift = left.width / 2 + width / 2;
  const middle = { x: left.middle.x + along.x * shift, y: left.middle.y + along.y * shift };
  return [toLayerLine(text, { middle, width, height: left.height }, axes)];
}

/** Reverses a word from right to left by characters as readers see them; numbers and words of other scripts stay. */
function paintedOrder(text: string): string {
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return isRightToLeft([...text]) ? graphemes.reverse().join('') : text;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
