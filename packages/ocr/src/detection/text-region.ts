import type { Point } from '../geometry/point.ts';
import { evaluatePolynomial } from '../geometry/polynomial.ts';
import type { RotatedRectangle } from '../geometry/rotated-rectangle.ts';

/** A place in an image that shows one line of text, or a part of one. */
export interface TextRegion {
  /** Around the text, with a margin. */
  readonly rectangle: RotatedRectangle;
  /**
   * Center line of curved text: the distance from the axis of the rectangle in pixels, as a polynomial of the position
   * along the axis from −1 to 1. Empty for straight text.
   */
  readonly bend: readonly number[];
  /** Mean probability of its pixels. */
  readonly score: number;
}

/** A point of a region. @param u position along its axis, from −1 to 1 @param v pixels from its center line */
export function pointIn({ rectangle, bend }: TextRegion, u: number, v: number): Point {
  const [cos, sin] = [Math.cos(rectangle.angle), Math.sin(rectangle.angle)];
  const along = (u * rectangle.width) / 2;
  const across = v + (bend.length === 0 ? 0 : evaluatePolynomial(bend, u));
  return {
    x: rectangle.center.x + along * cos - across * sin,
    y: rectangle.center.y + along * sin + across * cos,
  };
}

/** The bend of a region that is turned by 180 degrees: its axis points the other way as well, so odd powers keep their sign. */
export function turnBend(bend: readonly number[]): number[] {
  return bend.map((coefficient, power) => (power % 2 === 0 ? -coefficient : coefficient));
}
