import type { PageContents } from '@quern/pdf';
import { groupRows } from '../lines/group-rows.ts';
import type { Word } from '../words/word.ts';

/** Side of a drawn bullet in parts of the font size, and its distance from the text. */
const [sideMin, sideMax, distanceMax] = [0.15, 0.6, 2.5];
const areasMax = 2000;

/** Finds bullets that are drawn instead of written: small square areas to the left of a line. */
export function findDrawnMarkers(words: readonly Word[], areas: PageContents['areas']): Word[] {
  const small = areas.filter((area) => {
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    return width < 9 && height < 9 && Math.abs(width - height) < 0.25 * Math.max(width, height) + 0.2;
  });
  if (small.length === 0 || small.length > areasMax) return [];
  const rows = groupRows(words);
  return small.flatMap((area) => {
    const middle = (area.top + area.bottom) / 2;
    const row = rows.find(
      ({ baseline, size }) => middle < baseline + size * 0.05 && middle > baseline - size * 0.75,
    );
    const item = row?.items.find((word) => word.left > area.right);
    if (row === undefined || item === undefined) return [];
    const side = (area.right - area.left) / item.size;
    const isMarker = side >= sideMin && side <= sideMax && item.left - area.right < distanceMax * item.size;
    if (
      !isMarker ||
      row.items.some((word) => word.right > area.left - item.size * 3 && word.right <= area.left)
    )
      return [];
    return [
      {
        ...item,
        text: '•',
        left: area.left,
        right: area.right,
        isAttached: false,
        url: undefined,
        look: { ...item.look, isBold: false, isItalic: false },
      },
    ];
  });
}
