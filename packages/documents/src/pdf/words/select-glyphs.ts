import type { Glyph, PageContents } from '@quern/pdf';

/** Share of the page that an image takes to be a scan. */
const scanShareMin = 0.5;
/** Glyphs at less than this part of their size from each other are one. */
const duplicateDistance = 0.2;

/** The glyphs that a reader sees: those of a scan's text layer, else the visible ones; painted twice, they count once. */
export function selectGlyphs({ glyphs, images, width, height }: PageContents): Glyph[] {
  const visible = glyphs.filter(({ style }) => !style.isInvisible);
  const isScan = images.some((box) => shareOf(box, width, height) >= scanShareMin);
  const invisible = glyphs.length - visible.length;
  const selected = isScan && invisible > visible.length ? glyphs : visible;
  return removeDuplicates(selected.filter(({ style }) => style.size > 0.5));
}

/** The part of the page that a box takes. */
export function shareOf(
  box: { left: number; top: number; right: number; bottom: number },
  width: number,
  height: number,
): number {
  const w = Math.min(box.right, width) - Math.max(box.left, 0);
  const h = Math.min(box.bottom, height) - Math.max(box.top, 0);
  return w > 0 && h > 0 && width > 0 && height > 0 ? (w * h) / (width * height) : 0;
}

/** Removes glyphs that another operator painted at nearly the same place, such as shadows. */
function removeDuplicates(glyphs: readonly Glyph[]): Glyph[] {
  const places = new Map<string, number>();
  return glyphs.filter(({ text, x, y, style }) => {
    if (text.trim() === '') return true;
    const step = style.size * duplicateDistance * 2;
    const [column, row] = [x / step, y / step];
    for (const c of [Math.round(column - 0.25), Math.round(column + 0.25)]) {
      for (const r of [Math.round(row - 0.25), Math.round(row + 0.25)]) {
        const object = places.get(`${text} ${c} ${r} ${step}`);
        if (object !== undefined && object !== style.object) return false;
      }
    }
    places.set(`${text} ${Math.round(column)} ${Math.round(row)} ${step}`, style.object);
    return true;
  });
}
