import type { PageBox } from '@quern/content/blocks/content-block';
import type { PageContents } from '@quern/pdf';

/** Turns what is on a page so that text in a direction becomes upright. @param angle clockwise: 0, 90, 180 or 270 */
export function turnContents(page: PageContents, angle: number): PageContents {
  if (angle === 0) return page;
  const { width, height } = page;
  const turn = (x: number, y: number): readonly [number, number] => {
    if (angle === 90) return [y, width - x];
    return angle === 180 ? [width - x, height - y] : [height - y, x];
  };
  const turnBox = <Box extends PageBox>(box: Box): Box => {
    const [ax, ay] = turn(box.left, box.top);
    const [bx, by] = turn(box.right, box.bottom);
    return {
      ...box,
      left: Math.min(ax, bx),
      top: Math.min(ay, by),
      right: Math.max(ax, bx),
      bottom: Math.max(ay, by),
    };
  };
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
