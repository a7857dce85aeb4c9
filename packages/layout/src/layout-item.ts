/** Edges of a box: x to the right, y down, in any unit. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A part of one line of text on an upright page: a word, or words between wider gaps. */
export interface LayoutItem extends Box {
  /** Tabs are gaps inside of it that are wider than a space. */
  readonly text: string;
  /** Size of the font, in the unit of the page. */
  readonly size: number;
  readonly isBold?: boolean;
  /** Whether it is a table or a figure, which has several lines. */
  readonly isObject?: boolean;
}

/** Items at one height, from left to right. */
export interface Row<Item extends LayoutItem = LayoutItem> extends Box {
  readonly items: readonly Item[];
  /** Middle of the line. */
  readonly y: number;
  readonly size: number;
}

/** The middle of the numbers, the upper one of two; 0 for none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The smallest box around boxes. */
export function boundsOf(boxes: Iterable<Box>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { left, top, right, bottom };
}
