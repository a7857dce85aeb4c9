import type { PageBox } from '@quern/content/blocks/content-block';
import { boundsOf } from '../words/word.ts';
import type { Room } from './line.ts';

/** A picture next to text is at least this high, in points: smaller ones are signs in a line. */
const heightMin = 20;
/** Pictures of a page that are looked at. */
const picturesMax = 200;
/** Text next to a picture begins or ends at most this many points inside of it. */
const overlapMax = 2;
/** Lines next to a picture that show where text ends in front of it. */
const linesMin = 3;

/**
 * Finds the pictures next to which text may be: those without text on them.
 *
 * @param words boxes of all words of a page
 */
export function findObstacles(pictures: readonly PageBox[], words: readonly PageBox[]): PageBox[] {
  const high = pictures.filter(({ top, bottom }) => bottom - top >= heightMin).slice(0, picturesMax);
  if (high.length === 0) return [];
  const sorted = words.toSorted((a, b) => a.top - b.top);
  return high.filter(({ left, top, right, bottom }) => {
    let at = lowerBound(sorted, top);
    for (; at < sorted.length; at += 1) {
      const word = sorted[at];
      if (word === undefined || word.top > bottom) break;
      const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
      if (x > left && x < right && y < bottom) return false;
    }
    return true;
  });
}

/** The index of the first box whose top is below a height. */
function lowerBound(sorted: readonly PageBox[], height: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.top ?? 0) < height) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Finds the room of each row of a column: pictures next to rows narrow it to where their text begins or ends. */
export function findRooms(rows: readonly PageBox[], column: PageBox, obstacles: readonly PageBox[]): Room[] {
  const rooms = rows.map((): Room => column);
  for (const picture of obstacles) {
    if (picture.left >= column.right || picture.right <= column.left) continue;
    const next = rows.flatMap((row, index) =>
      row.top < picture.bottom && row.bottom > picture.top ? [index] : [],
    );
    const on = (test: (row: PageBox) => boolean): number[] =>
      next.filter((index) => rows[index] && test(rows[index]));
    const before = on((row) => row.right <= picture.left + overlapMax);
    const after = on((row) => row.left >= picture.right - overlapMax);
    const edges = (indexes: readonly number[]): PageBox =>
      boundsOf(indexes.flatMap((index) => rows[index] ?? []));
    const right = before.length < linesMin ? picture.left : edges(before).right;
    const left = after.length < linesMin ? picture.right : edges(after).left;
    for (const index of before) narrow(rooms, index, { left: column.left, right });
    for (const index of after) narrow(rooms, index, { left, right: column.right });
  }
  return rooms;
}

function narrow(rooms: Room[], index: number, { left, right }: Room): void {
  const room = rooms[index];
  if (room !== undefined)
    rooms[index] = { left: Math.max(room.left, left), right: Math.min(room.right, right) };
}
