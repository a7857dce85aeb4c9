import type { PageBox } from '@quern/content/blocks/content-block';

/** A shape and its place, if it is known. */
export interface PlacedShape<Shape> {
  readonly shape: Shape;
  readonly box?: PageBox | undefined;
}

/**
 * Orders the shapes of a slide. The order in the file is that in which they are painted and mostly read, so it is kept
 * unless shapes that are clearly below others come first; then the shapes are ordered by rows, from top left to bottom
 * right.
 */
export function orderShapes<Shape>(shapes: readonly PlacedShape<Shape>[]): Shape[] {
  const placed = shapes.flatMap(({ box }) => (box ? [box] : []));
  const isPlausible = placed.every((box, index) => {
    const before = placed[index - 1];
    return before === undefined || box.bottom > before.top;
  });
  const inOrder = isPlausible || placed.length < shapes.length ? [...shapes] : orderByRows(shapes);
  return inOrder.map(({ shape }) => shape);
}

/** A shape belongs to a row if it overlaps half the height of the row's first shape. */
function orderByRows<Shape>(shapes: readonly PlacedShape<Shape>[]): PlacedShape<Shape>[] {
  const topOf = ({ box }: PlacedShape<Shape>) => box?.top ?? 0;
  const leftOf = ({ box }: PlacedShape<Shape>) => box?.left ?? 0;
  const rows: PlacedShape<Shape>[][] = [];
  for (const shape of shapes.toSorted((a, b) => topOf(a) - topOf(b))) {
    const row = rows.at(-1);
    const first = row?.[0]?.box;
    const middle = shape.box ? (shape.box.top + shape.box.bottom) / 2 : 0;
    if (row && first && middle < first.bottom) row.push(shape);
    else rows.push([shape]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => leftOf(a) - leftOf(b)));
}
