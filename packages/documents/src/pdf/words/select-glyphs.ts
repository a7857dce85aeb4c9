import type { Glyph, PageContents } from '@quern/pdf';

/** Share of the page that an image takes to be a scan. */
const scanShareMin = 0.5;
/** Glyphs at less than this part of their size from each other are one. */
const duplicateDistance = 0.1;

/** The glyphs that a reader sees: those of a scan's text layer, else the visible ones; painted twice, they count once. */
export function selectGlyphs(page: PageContents): Glyph[] {
  const { glyphs } = page;
  const selected = hasTextLayer(page) ? glyphs : glyphs.filter(({ style }) => !style.isInvisible);
  return removeDuplicates(selected.filter(({ style }) => style.size > 0.5));
}

/** Whether a page is a scan with an invisible layer of text. */
export function hasTextLayer({ glyphs, images, width, height }: PageContents): boolean {
  const invisible = glyphs.filter(({ style }) => style.isInvisible).length;
  const isScan = images.some((box) => shareOf(box, width, height) >= scanShareMin);
  return isScan && invisible > glyphs.length - invisible;
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
  const places = new Map<string, Glyph[]>();
  return glyphs.filter((glyph) => {
    const { text, x, y, style } = glyph;
    if (text.trim() === '') return true;
    const distance = style.size * duplicateDistance;
    const [column, row] = [Math.floor(x / cellSide), Math.floor(y / cellSide)];
    for (let c = column - 1; c <= column + 1; c += 1) {
      for (let r = row - 1; r <= row + 1; r += 1) {
        const isDuplicate = places.get(`${text} ${c} ${r}`)?.some((other) => {
          const isNear = Math.abs(other.x - x) <= distance && Math.abs(other.y - y) <= distance;
          return isNear && other.style.object !== style.object;
        });
        if (isDuplicate) return false;
      }
    }
    const key = `${text} ${column} ${row}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, [glyph]);
    else if (known.length < glyphsPerCell) known.push(glyph);
    return true;
  });
}

/** Side of the cells in which glyphs are looked up, in points, and how many equal ones are kept of each. */
const [cellSide, glyphsPerCell] = [6, 8];
