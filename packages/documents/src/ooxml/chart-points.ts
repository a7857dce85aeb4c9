import { formatSerial } from '../office/value-formats.ts';
import { childOf, childrenOf, descendantsOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { type ChooseFormat, isGeneral } from './chart-axes.ts';

/** Points beyond this number are left out. */
const pointsMax = 1000;

/**
 * Reads the cached values of a reference to cells (ECMA-376 part 1, 21.2.2.97). Categories of several levels are joined,
 * the outermost first.
 *
 * @param choose chooses the number format
 * @param uses1904 whether dates count from 1904
 */
export function chartPoints(
  element: XmlElement | undefined,
  choose: ChooseFormat,
  uses1904: boolean,
): string[] {
  const levels = [...descendantsOf(element, 'lvl')].map((level) => pointsIn(level, String));
  if (levels.length > 0) return joinLevels(levels);
  const cache = childOf(descend(element, /^(?:num|str)Ref$/), 'numCache') ?? childOf(element, 'numLit');
  const format = textIn(childOf(cache, 'formatCode'));
  const show = (text: string, own: string | undefined): string => {
    const value = Number(text);
    if (cache === undefined || text.trim() === '' || !Number.isFinite(value)) return text;
    const cellFormat = own ?? format;
    return formatSerial(value, choose(isGeneral(cellFormat) ? '' : cellFormat), uses1904);
  };
  const points = pointsIn(element, show);
  const only = childOf(element, 'v');
  return points.length === 0 && only ? [textIn(only)] : points;
}

/** The first child whose name matches. */
function descend(element: XmlElement | undefined, name: RegExp): XmlElement | undefined {
  return childrenOf(element).find((child) => name.test(child.name));
}

function pointsIn(
  element: XmlElement | undefined,
  show: (text: string, format: string | undefined) => string,
): string[] {
  const points: string[] = [];
  for (const point of descendantsOf(element, 'pt')) {
    const index = Math.trunc(Number(point.attributes['idx']));
    if (index >= 0 && index < pointsMax)
      points[index] = show(textIn(childOf(point, 'v')), point.attributes['formatCode']);
  }
  return Array.from(points, (text) => text ?? '');
}

/** @param levels the innermost first; outer ones name only the first point of a group */
function joinLevels(levels: readonly (readonly string[])[]): string[] {
  const count = Math.max(...levels.map((level) => level.length));
  const current = levels.map(() => '');
  return Array.from({ length: count }, (_, index) => {
    for (const [depth, level] of levels.entries()) {
      const name = level[index] ?? '';
      if (depth === 0 || name !== '') current[depth] = name;
    }
    return current
      .toReversed()
      .filter((name) => name !== '')
      .join(' ');
  });
}
