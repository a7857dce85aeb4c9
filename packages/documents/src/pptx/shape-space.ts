import type { PageBox } from '@quern/content/blocks/content-block';
import { childOf, pathOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { pointsOf } from './open-presentation.ts';

/** The space of the positions of shapes, as that of a group: points on the slide are `x * scaleX + left`. */
export interface ShapeSpace {
  readonly left: number;
  readonly top: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** The space of shapes that are in no group. */
export const wholeSlide: ShapeSpace = { left: 0, top: 0, scaleX: 1, scaleY: 1 };

/** The space of the shapes in a group (ECMA-376 part 1, 20.1.7.5). @param around that of the group */
export function spaceInGroup(group: XmlElement, around: ShapeSpace): ShapeSpace {
  const frame = pathOf(group, 'grpSpPr', 'xfrm');
  const value = (name: string, attribute: string) => pointsOf(childOf(frame, name)?.attributes[attribute]);
  const [left, top] = [value('off', 'x'), value('off', 'y')];
  const [innerLeft, innerTop] = [value('chOff', 'x'), value('chOff', 'y')];
  if (left === undefined || top === undefined || innerLeft === undefined || innerTop === undefined)
    return around;
  const scaleX = ratioOf(value('ext', 'cx'), value('chExt', 'cx'));
  const scaleY = ratioOf(value('ext', 'cy'), value('chExt', 'cy'));
  return {
    left: around.left + around.scaleX * (left - innerLeft * scaleX),
    top: around.top + around.scaleY * (top - innerTop * scaleY),
    scaleX: around.scaleX * scaleX,
    scaleY: around.scaleY * scaleY,
  };
}

/** @returns a box on the slide */
export function toSlide(box: PageBox, { left, top, scaleX, scaleY }: ShapeSpace): PageBox {
  return {
    left: left + box.left * scaleX,
    top: top + box.top * scaleY,
    right: left + box.right * scaleX,
    bottom: top + box.bottom * scaleY,
  };
}

function ratioOf(outer: number | undefined, inner: number | undefined): number {
  return outer === undefined || inner === undefined || !(inner > 0) ? 1 : outer / inner;
}
