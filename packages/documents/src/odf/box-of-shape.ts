import type { PageBox } from '@quern/content/blocks/content-block';
import { turnBox } from '../office/turn-box.ts';
import { childrenOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { isFrame } from './read-odf-inlines.ts';
import { pointsOf } from './read-odf-styles.ts';

/** The transformation that programs write for turned shapes: a rotation about the corner, then a shift. */
const turned =
  /^\s*rotate\s*\(\s*(-?[\d.e-]+)\s*\)\s*translate\s*\(\s*(-?[\d.]+[a-z]*)[\s,]+(-?[\d.]+[a-z]*)\s*\)\s*$/i;

/** The box around a shape, or around the shapes of a group, in points. */
export function boxOfShape(shape: XmlElement): PageBox | undefined {
  const { name, attributes } = shape;
  if (name === 'g') return childrenOf(shape).filter(isFrame).map(boxOfShape).reduce(unionOf, undefined);
  const [width = 0, height = 0] = [pointsOf(attributes['svg:width']), pointsOf(attributes['svg:height'])];
  const [left, top] = [pointsOf(attributes['svg:x']), pointsOf(attributes['svg:y'])];
  if (left !== undefined && top !== undefined)
    return { left, top, right: left + width, bottom: top + height };
  return boxOfTurned(attributes['transform'] ?? '', width, height);
}

/** Angles are in radians, counterclockwise (OpenDocument 1.3 part 3, 19.228). */
function boxOfTurned(transform: string, width: number, height: number): PageBox | undefined {
  const [, angle = '', x = '', y = ''] = turned.exec(transform.slice(0, 200)) ?? [];
  const [radians, left, top] = [Number(angle), pointsOf(x), pointsOf(y)];
  if (left === undefined || top === undefined || !Number.isFinite(radians)) return undefined;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const center = {
    x: left + (width * cosine + height * sine) / 2,
    y: top + (height * cosine - width * sine) / 2,
  };
  const upright = {
    left: center.x - width / 2,
    top: center.y - height / 2,
    right: center.x + width / 2,
    bottom: center.y + height / 2,
  };
  return turnBox(upright, (-radians * 180) / Math.PI);
}

function unionOf(a: PageBox | undefined, b: PageBox | undefined): PageBox | undefined {
  if (!a || !b) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
