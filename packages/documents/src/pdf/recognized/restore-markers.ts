import { findMarker } from '../blocks/list-marker.ts';
import type { Word } from '../words/word.ts';

/** Letters and marks as which small bullets are recognized. */
const misread = /^(?:[oO0°.·-]|[oO]\s)$/;
/** Indentation of an inner item from the text of the outer one, in font sizes. */
const [indentMin, indentMax] = [0.6, 4];

/**
 * Adds the bullets that were not recognized: where a line begins at the same place as the bullet of its neighbor, or
 * deeper than the text of the item above.
 */
export function restoreMarkers(lines: readonly (readonly Word[])[]): Word[][] {
  const right = Math.max(...lines.map((words) => words.at(-1)?.right ?? 0));
  /** Where the text of the open item begins, and that of the restored item inside of it. */
  let outer: number | undefined;
  let inner: number | undefined;
  return lines.map((words, index) => {
    const [first, second] = words;
    if (first === undefined) return [];
    if (findMarker(words) !== undefined) {
      [outer, inner] = [second?.left ?? first.right, undefined];
      return [...words];
    }
    const above = lines[index - 1];
    const isWrapped = (above?.at(-1)?.right ?? 0) > right - first.size * 6;
    if (hasBulletNeighbor(words, above, lines[index + 1])) return restore(words, misread.test(first.text));
    const isNear = first.baseline - (above?.[0]?.baseline ?? -Infinity) < first.size * 2.4;
    const indent = outer === undefined ? 0 : (first.left - outer) / first.size;
    const isInner = isNear && indent > indentMin && indent < indentMax;
    if (!isInner) {
      if (!isNear || indent < -1) [outer, inner] = [undefined, undefined];
      return [...words];
    }
    const continues = inner !== undefined && isWrapped && Math.abs(first.left - inner) < first.size * 0.5;
    if (continues) return [...words];
    const isMisread = misread.test(first.text) && second !== undefined;
    inner = isMisread ? second.left : first.left;
    return restore(words, isMisread);
  });
}

function hasBulletNeighbor(words: readonly Word[], ...neighbors: (readonly Word[] | undefined)[]): boolean {
  const [first] = words;
  return neighbors.some((other) => {
    const [start] = other ?? [];
    if (other === undefined || start === undefined || first === undefined) return false;
    const marker = findMarker(other);
    const isBullet = marker !== undefined && marker.number === undefined;
    const isNear = Math.abs(start.baseline - first.baseline) < first.size * 2.2;
    return isBullet && isNear && Math.abs(start.left - first.left) < first.size * 0.85;
  });
}

function restore([first, ...rest]: readonly Word[], isMisread: boolean): Word[] {
  if (first === undefined) return [];
  if (isMisread) return [{ ...first, text: '•' }, ...rest];
  const marker: Word = {
    ...first,
    text: '•',
    left: first.left - first.size,
    right: first.left - first.size * 0.6,
  };
  return [{ ...marker, isAttached: false }, { ...first, isAttached: false }, ...rest];
}
