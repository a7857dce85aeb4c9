import { findMarker } from '../blocks/list-marker.ts';
import type { Word } from '../words/word.ts';

/** Letters and marks as which small bullets are recognized. */
const misread = /^(?:[oO0°.·-]|[oO]\s)$/;

/** Adds the bullets that were not recognized: where a line begins at the same place as the bullet of its neighbor. */
export function restoreMarkers(lines: readonly (readonly Word[])[]): Word[][] {
  return lines.map((words, index) => {
    const [first] = words;
    if (first === undefined || findMarker(words) !== undefined) return [...words];
    const neighbor = [lines[index - 1], lines[index + 1]].find((other) => {
      const [start] = other ?? [];
      if (other === undefined || start === undefined) return false;
      const marker = findMarker(other);
      const isBullet = marker !== undefined && marker.number === undefined;
      const isNear = Math.abs(start.baseline - first.baseline) < first.size * 2.2;
      return isBullet && isNear && Math.abs(start.left - first.left) < first.size * 0.85;
    });
    if (neighbor === undefined) return [...words];
    if (misread.test(first.text)) return [{ ...first, text: '•' }, ...words.slice(1)];
    const left = neighbor[0]?.left ?? first.left;
    const marker: Word = { ...first, text: '•', left: left - 1, right: left, isAttached: false };
    return [marker, { ...first, isAttached: false }, ...words.slice(1)];
  });
}
