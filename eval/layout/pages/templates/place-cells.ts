import type { RandomSource } from '../../../ocr/render/drawing/random-source.ts';
import type { Design } from '../design.ts';
import type { TextStyle, Typesetter } from '../typesetter.ts';

/** Places of columns as parts of the width of the page. */
export function places(design: Design, parts: readonly (readonly [number, number, TextStyle['align']?])[]) {
  const width = design.right - design.left;
  return parts.map(([from, to, align]) => ({
    x: design.left + width * from,
    width: width * (to - from),
    align: align ?? ('left' as const),
  }));
}

/** Some rows. */
export const rowsOf = (random: RandomSource, count: number, row: (index: number) => readonly string[]) =>
  Array.from({ length: random.integer(count - 3, count + 3) }, (_, index) => row(index));

/** A block of lines at a place. @returns the height below it */
export function setBlock(
  page: Typesetter,
  texts: readonly string[],
  x: number,
  top: number,
  style: TextStyle,
): number {
  return page.flow(
    [texts.join('\n')].flatMap((text) => text.split('\n')),
    [{ x, width: 260, top, bottom: Infinity }],
    style,
  ).top;
}

/** The style of the cells of tables. */
export const tableStyle = (design: Design): TextStyle => ({
  ...design.body,
  indent: 0,
  align: 'left',
  isHyphenated: false,
});
