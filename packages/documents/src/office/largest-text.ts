/** A shape with text on a slide. */
export interface SizedText<Shape> {
  readonly shape: Shape;
  /** Size of its largest characters in any unit; 0 if it is not stated. */
  readonly size: number;
  readonly top: number;
}

/** Ratio to the second largest text. */
const ratioMin = 1.15;

/**
 * Finds the text that looks like the title of a slide without one: it is larger than all others, and none is above it.
 */
export function findLargestText<Shape>(texts: readonly SizedText<Shape>[]): Shape | undefined {
  const [largest, second] = texts.toSorted((a, b) => b.size - a.size);
  if (!largest || largest.size === 0 || largest.size < ratioMin * (second?.size ?? 0)) return undefined;
  return texts.every(({ top }) => top >= largest.top) ? largest.shape : undefined;
}
