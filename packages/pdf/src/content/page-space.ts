/** A transformation: x' = a x + c y + e, y' = b x + d y + f (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Edges in points from the top left corner of the page as displayed. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The transformation that changes nothing. */
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies the inner transformation, then the outer one. */
export function multiply([a, b, c, d, e, f]: Matrix, outer: Matrix): Matrix {
  const [oa, ob, oc, od, oe, of] = outer;
  return [
    a * oa + b * oc,
    a * ob + b * od,
    c * oa + d * oc,
    c * ob + d * od,
    e * oa + f * oc + oe,
    e * ob + f * od + of,
  ];
}

/** Transforms a point. */
export function transform([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/**
 * The transformation from the space of a PDF page to the page as displayed, in points from its top left corner.
 *
 * @param edges of the page in its own space
 * @param rotation clockwise, in quarters of a turn
 */
export function displayMatrix(
  { left, bottom, right, top }: { left: number; bottom: number; right: number; top: number },
  rotation: number,
): Matrix {
  switch (rotation) {
    case 1:
      return [0, 1, 1, 0, -bottom, -left];
    case 2:
      return [-1, 0, 0, 1, right, -bottom];
    case 3:
      return [0, -1, -1, 0, top, right];
    default:
      return [1, 0, 0, -1, -left, top];
  }
}

/** Transforms a box, whose edges stay parallel to the axes. */
export function transformBox(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): PageBox {
  const [ax, ay] = transform(matrix, x0, y0);
  const [bx, by] = transform(matrix, x1, y1);
  return {
    left: Math.min(ax, bx),
    top: Math.min(ay, by),
    right: Math.max(ax, bx),
    bottom: Math.max(ay, by),
  };
}
