import type { RecognizedPage } from '../../model/recognized-page.ts';
import type { PreparedPage } from '../layout/lay-out-pages.ts';
import { composeLine } from '../lines/line.ts';
import type { TableElement } from '../lines/page-element.ts';
import { boundsOf, medianOf, type Word } from '../words/word.ts';
import { estimateSizes } from './estimate-size.ts';
import { isCodeLine } from './is-code-line.ts';
import { restoreMarkers } from './restore-markers.ts';

type RecognizedLine = RecognizedPage['lines'][number];
type Point = RecognizedLine['quadrilateral'][number];

const plainLook = { fontName: '', isBold: false, isItalic: false, isMonospaced: false, isRecognized: true };
/** Font size on a page that has only tables. */
const defaultSize = 10;
/** Pixels per point of an image whose resolution is unknown, if it is as wide as a page. */
const pageWidth = 595;

/**
 * Prepares a recognized page for the layout analysis: turned upright, without slope, with font sizes estimated, and in
 * points.
 *
 * @param size of the page as displayed in points; undefined for an image
 */
export function prepareRecognizedPage(
  page: RecognizedPage,
  size?: { readonly width: number; readonly height: number },
): PreparedPage {
  const { number, lines, rotation } = page;
  const displayed = size ?? { width: pageWidth, height: (pageWidth * page.height) / Math.max(page.width, 1) };
  const scale = displayed.width / Math.max(page.width, 1);
  const isQuarter = rotation === 90 || rotation === 270;
  const space = new UprightSpace(page, scale);
  const measured = lines.map((line) => space.measure(line));
  const tables = page.tables.filter((table) => !isList(table));
  const inTable = (line: RecognizedLine): boolean =>
    tables.some(({ startIndex, endIndex }) => line.startIndex >= startIndex && line.endIndex <= endIndex);
  // The gaps between columns would count as letters.
  const prose = measured.filter((_, index) => lines[index] && !inTable(lines[index]));
  const proseSizes = estimateSizes(prose);
  const sizeOf = new Map(prose.map((line, index) => [line, proseSizes[index]]));
  const bodySize = medianOf(proseSizes) || defaultSize;
  const sizes = measured.map((line) => sizeOf.get(line) ?? bodySize);
  const isCode = lines.map(({ text }) => isCodeLine(text));
  const composed = lines.map((line, index): Word[] => {
    const near = [isCode[index - 1], isCode[index], isCode[index + 1]].filter(Boolean).length;
    const isListing = isCode[index] === true && near >= 2;
    return line.words.map((word) => {
      const box = space.boxOf(word.box);
      const fontSize = sizes[index] ?? 10;
      // Words are on the line that the whole line is on.
      const baseline = (measured[index]?.middle ?? 0) + fontSize * 0.33;
      return {
        text: word.text,
        left: box.left,
        right: box.right,
        top: baseline - fontSize * 0.72,
        bottom: baseline + fontSize * 0.2,
        baseline,
        size: fontSize,
        look: isListing ? { ...plainLook, isMonospaced: true } : plainLook,
        isAttached: false,
        markedContentId: -1,
      };
    });
  });
  const outside = composed.filter((_, index) => {
    const line = lines[index];
    return line !== undefined && !inTable(line);
  });
  return {
    number,
    width: isQuarter ? displayed.height : displayed.width,
    height: isQuarter ? displayed.width : displayed.height,
    words: restoreMarkers(outside).flat(),
    tables: tables.map((table) => toTable(table, space, bodySize, number)),
    rules: [],
    asides: [],
    structure: [],
    angle: (360 - rotation) % 360,
    isRecognized: true,
  };
}

/** Converts positions on the displayed image to points on the upright page without slope. */
class UprightSpace {
  readonly #page: RecognizedPage;
  readonly #scale: number;
  readonly #slope: number;

  constructor(page: RecognizedPage, scale: number) {
    this.#page = page;
    this.#scale = scale;
    this.#slope = 0;
    const slopes = page.lines.flatMap(({ quadrilateral: [a, b], text }) => {
      const [start, end] = [this.turn(a), this.turn(b)];
      const width = end.x - start.x;
      return text.length > 20 && width > 0 ? [(end.y - start.y) / width] : [];
    });
    this.#slope = medianOf(slopes);
  }

  /** A point in points on the upright page. */
  turn({ x, y }: Point): { x: number; y: number } {
    const { width, height, rotation } = this.#page;
    let [u, v] = [x, y];
    if (rotation === 90) [u, v] = [height - y, x];
    else if (rotation === 180) [u, v] = [width - x, height - y];
    else if (rotation === 270) [u, v] = [y, width - x];
    return { x: u * this.#scale, y: (v - this.#slope * u) * this.#scale };
  }

  measure({ quadrilateral, text }: RecognizedLine): {
    text: string;
    width: number;
    height: number;
    middle: number;
  } {
    const [a, b, c, d] = quadrilateral.map((point) => this.turn(point));
    if (!a || !b || !c || !d) return { text, width: 0, height: 0, middle: 0 };
    const width = (Math.hypot(b.x - a.x, b.y - a.y) + Math.hypot(c.x - d.x, c.y - d.y)) / 2;
    const height = (Math.hypot(d.x - a.x, d.y - a.y) + Math.hypot(c.x - b.x, c.y - b.y)) / 2;
    // Boxes extend beyond the letters by part of their height on each side.
    return { text, width: Math.max(width - height * 0.3, 1), height, middle: (a.y + b.y + c.y + d.y) / 4 };
  }

  boxOf({ x, y, width, height }: RecognizedLine['box']): {
    left: number;
    right: number;
    top: number;
    bottom: number;
  } {
    const corners = [this.turn({ x, y }), this.turn({ x: x + width, y: y + height })];
    const box = boundsOf(
      corners.map((point) => ({ left: point.x, right: point.x, top: point.y, bottom: point.y })),
    );
    return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
  }
}

/** Whether the first of two columns has nothing but the markers of a list. */
function isList({ rows }: RecognizedPage['tables'][number]): boolean {
  return (
    rows.every((row) => row.length === 2) &&
    rows.every(([marker = '']) => /^(?:[•◦▪○●*-]|\(?\d{1,2}[.)]?|[a-z][.)])$/.test(marker))
  );
}

function toTable(
  { rows, box }: RecognizedPage['tables'][number],
  space: UprightSpace,
  size: number,
  page: number,
): TableElement {
  const place = space.boxOf(box);
  const column = { ...place, leading: 0 };
  return {
    kind: 'table',
    page,
    ...place,
    rows: rows.map((cells) =>
      cells.map((text) => {
        const words = text.split(/\s+/).filter((word) => word !== '');
        const line = composeLine(
          words.map(
            (word, index): Word => ({
              ...{
                text: word,
                ...place,
                left: place.left + index,
                baseline: place.bottom,
                size,
                look: plainLook,
              },
              ...{ isAttached: false, markedContentId: -1 },
            }),
          ),
          column,
          page,
        );
        // The cells are in reading order already.
        return { lines: words.length === 0 ? [] : [{ ...line, text }], isRepeated: false };
      }),
    ),
  };
}
