import type { PageBox } from '@quern/content/blocks/content-block';
import type { PageContents } from '@quern/pdf';

/** Turns what is on a page so that text in a direction becomes upright. @param angle clockwise: 0, 90, 180 or 270 */
export function turnContents(page: PageContents, angle: number): PageContents {
  if (angle === 0) return page;
  const { width, height } = page;
  const turn = (x: number, y: number) => turnPoint(x, y, page, angle);
  const turnBox = <Box extends PageBox>(box: Box): Box => turnPageBox(box, page, angle);
  const isQuarter = angle !== 180;
  return {
    ...page,
    width: isQuarter ? height : width,
    height: isQuarter ? width : height,
    glyphs: page.glyphs.map((glyph) => {
      const [x, y] = turn(glyph.x, glyph.y);
      return { ...glyph, x, y, box: turnBox(glyph.box) };
    }),
    rules: page.rules.map((rule) => {
      const other = rule.direction === 'horizontal' ? 'vertical' : 'horizontal';
      return { ...turnBox(rule), direction: isQuarter ? other : rule.direction };
    }),
    areas: page.areas.map(turnBox),
    images: page.images.map(turnBox),
    strokes: page.strokes.map(turnBox),
    links: page.links.map(turnBox),
    fields: page.fields.map(turnBox),
  };
}

/** Turns a box on a page like its contents. @param angle clockwise direction of the text that becomes upright */
export function turnPageBox<Box extends PageBox>(
  box: Box,
  page: { readonly width: number; readonly height: number },
  angle: number,
): Box {
  const [ax, ay] = turnPoint(box.left, box.top, page, angle);
  const [bx, by] = turnPoint(box.right, box.bottom, page, angle);
  return {
    ...box,
    left: Math.min(ax, bx),
    top: Math.min(ay, by),
    right: Math.max(ax, bx),
    bottom: Math.max(ay, by),
  };
}

function turnPoint(
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
  angle: number,
): readonly [number, number] {
  if (angle === 90) return [y, width - x];
  if (angle === 180) return [width - x, height - y];
  return angle === 270 ? [height - y, x] : [x, y];
}
