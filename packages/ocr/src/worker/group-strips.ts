import type { RgbImage } from '../image/rgb-image.ts';

/** Columns of a group: some 0.4 s of work, so that a page is shared evenly among the threads. */
const groupWidthMax = 6000;

/** Groups strips of similar width. @returns the indexes of each group */
export function groupStrips(strips: readonly RgbImage[]): number[][] {
  const sorted = strips.map(({ width }, index) => ({ width, index })).toSorted((a, b) => b.width - a.width);
  const groups: number[][] = [];
  let room = 0;
  for (const { width, index } of sorted) {
    const group = groups.at(-1);
    if (group === undefined || width > room) {
      groups.push([index]);
      room = groupWidthMax - width;
    } else {
      group.push(index);
      room -= width;
    }
  }
  return groups;
}
