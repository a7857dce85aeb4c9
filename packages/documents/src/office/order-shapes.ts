import type { PageBox } from '@quern/content/blocks/content-block';

/** A shape of a slide. */
export interface PlacedShape<Shape> {
  readonly shape: Shape;
  /** Its place, if it is known. */
  readonly box?: PageBox | undefined;
  readonly text: string;
}

/** A side of boxes: from the first number to the second. */
type Side = (box: PageBox) => readonly [number, number];

const vertical: Side = ({ top, bottom }) => [top, bottom];
const horizontal: Side = ({ left, right }) => [left, right];
const mirrored: Side = ({ left, right }) => [-right, -left];

/** Boxes are larger than their text and so overlap: this share of a side is left out at each end. */
const marginShare = 0.15;
/** A heading, or a label in front of a text, has at most this many characters. */
const labelCharactersMax = 80;
const letter = /\p{L}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu;
/** Slides with more shapes keep the order of the file: finding rows takes time in proportion to the square. */
const shapesMax = 1000;
/** More nested parts are left in their order. */
const depthMax = 50;

/**
 * Orders the shapes of a slide as they are read: by rows, and column by column where shapes below each other belong
 * together, as a heading and its text do (recursive cuts; Nagy and Seth 1984). Shapes that overlap, and all shapes if one
 * has no place, keep the order of the file.
 */
export function orderShapes<Shape>(shapes: readonly PlacedShape<Shape>[]): Shape[] {
  const isPlaced = shapes.length <= shapesMax && shapes.every(({ box }) => box !== undefined);
  const text = shapes.map((shape) => shape.text).join(' ');
  const isMirrored = count(text, rightToLeft) > count(text, letter) / 2;
  return (isPlaced ? orderRows(shapes, isMirrored ? mirrored : horizontal, 0) : shapes).map(
    ({ shape }) => shape,
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** @param across the side along which the text runs */
function orderRows<Shape>(
  shapes: readonly PlacedShape<Shape>[],
  across: Side,
  depth: number,
): PlacedShape<Shape>[] {
  if (shapes.length < 2 || depth > depthMax) return [...shapes];
  return joinBlocks(cut(shapes, vertical), across).flatMap((rows) => {
    const columns = cut(rows.flat(), across);
    if (columns.length > 1) return columns.flatMap((column) => orderRows(column, across, depth + 1));
    return keepOrder(rows.flat(), shapes);
  });
}

/** Joins the rows that are read column by column. */
function joinBlocks<Shape>(rows: readonly PlacedShape<Shape>[][], across: Side): PlacedShape<Shape>[][][] {
  const blocks: PlacedShape<Shape>[][][] = [];
  for (const row of rows) {
    const block = blocks.at(-1);
    if (block && areColumns([...block, row], across)) block.push(row);
    else blocks.push([row]);
  }
  return blocks;
}

/**
 * Whether rows are read column by column: each column begins with a heading, or the columns are farther apart than the
 * rows; but not if each row begins with a label.
 */
function areColumns<Shape>(rows: readonly PlacedShape<Shape>[][], across: Side): boolean {
  const columns = cut(rows.flat(), across);
  if (columns.length < 2 || rows.some((row) => row.length < 2)) return false;
  const haveHeadings = columns.every((column) => beginsWithLabel(cut(column, vertical).map(longest)));
  const haveLabels = rows.every((row) => beginsWithLabel(cut(row, across).map(longest)));
  if (haveHeadings !== haveLabels) return haveHeadings;
  return leastGap(columns, across) > greatestGap(rows, vertical);
}

function longest<Shape>(shapes: readonly PlacedShape<Shape>[]): number {
  return Math.max(...shapes.map(({ text }) => text.trim().length));
}

/** @param lengths characters of texts in reading order */
function beginsWithLabel([first = 0, ...others]: readonly number[]): boolean {
  return (
    first > 0 && first <= labelCharactersMax && others.length > 0 && others.every((length) => length > first)
  );
}

/** Divides shapes wherever no shape crosses a straight line, in the order of the parts. */
function cut<Shape>(shapes: readonly PlacedShape<Shape>[], side: Side): PlacedShape<Shape>[][] {
  const parts: PlacedShape<Shape>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  const sorted = shapes.toSorted((a, b) => coreOf(a, side)[0] - coreOf(b, side)[0]);
  for (const shape of sorted) {
    const [from, to] = coreOf(shape, side);
    if (from >= end) parts.push([shape]);
    else parts.at(-1)?.push(shape);
    end = Math.max(end, to);
  }
  return parts;
}

function coreOf<Shape>({ box }: PlacedShape<Shape>, side: Side): readonly [number, number] {
  const [from, to] = box ? side(box) : [0, 0];
  const margin = (to - from) * marginShare;
  return [from + margin, to - margin];
}

function leastGap<Shape>(parts: readonly PlacedShape<Shape>[][], side: Side): number {
  return Math.min(...gapsOf(parts, side));
}

function greatestGap<Shape>(parts: readonly PlacedShape<Shape>[][], side: Side): number {
  return Math.max(...gapsOf(parts, side));
}

/** Distances between parts that follow each other; negative where their boxes overlap. */
function gapsOf<Shape>(parts: readonly PlacedShape<Shape>[][], side: Side): number[] {
  return parts.slice(1).map((part, index) => {
    const starts = part.map(({ box }) => (box ? side(box)[0] : 0));
    const ends = (parts[index] ?? []).map(({ box }) => (box ? side(box)[1] : 0));
    return Math.min(...starts) - Math.max(...ends);
  });
}

/** Returns some of the shapes in the order of all. */
function keepOrder<Shape>(
  some: readonly PlacedShape<Shape>[],
  all: readonly PlacedShape<Shape>[],
): PlacedShape<Shape>[] {
  const chosen = new Set(some);
  return all.filter((shape) => chosen.has(shape));
}
