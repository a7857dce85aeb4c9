import type { ContentBlock, TableCell } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { childOf, childrenOf, descendantsOf, pathOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Series and points beyond these numbers are left out. */
const seriesMax = 50;
const pointsMax = 1000;

/** Reads a chart as its title and a table of its values (ECMA-376 part 1, 21.2). */
export function readChart(root: XmlElement | undefined): ContentBlock[] {
  const chart = childOf(root, 'chart');
  const title = [...descendantsOf(childOf(chart, 'title'), 't')].map(textIn).join('').trim();
  const series = [...descendantsOf(childOf(chart, 'plotArea'), 'ser')].slice(0, seriesMax).map((each) => ({
    name: pointsIn(childOf(each, 'tx'))[0] ?? '',
    categories: pointsIn(childOf(each, 'cat') ?? childOf(each, 'xVal')),
    values: pointsIn(childOf(each, 'val') ?? childOf(each, 'yVal')),
  }));
  const categories = series.find((each) => each.categories.length > 0)?.categories ?? [];
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  const header = ['', ...series.map(({ name }) => name)];
  const rows = Array.from({ length: count }, (_, index) => [
    categories[index] ?? '',
    ...series.map(({ values }) => values[index] ?? ''),
  ]);
  const blocks: ContentBlock[] = [];
  if (title !== '') blocks.push({ kind: 'paragraph', content: plainText(title) });
  if (count > 0) blocks.push({ kind: 'table', rows: [header, ...rows].map((row) => row.map(cellOf)) });
  return blocks;
}

function cellOf(text: string): TableCell {
  return { content: plainText(text) };
}

/** @returns the cached values of a reference to a sheet */
function pointsIn(element: XmlElement | undefined): string[] {
  const points: string[] = [];
  for (const point of descendantsOf(element, 'pt')) {
    const index = Math.trunc(Number(point.attributes['idx']));
    if (index >= 0 && index < pointsMax) points[index] = shownNumber(textIn(childOf(point, 'v')));
  }
  const only = textIn(pathOf(element, 'v'));
  if (points.length === 0 && childrenOf(element, 'v').length > 0) points.push(only);
  return Array.from(points, (text) => text ?? '');
}

/** Sheets store numbers with all digits of floating-point numbers. */
function shownNumber(text: string): string {
  return /^-?\d+\.\d{10,}$/.test(text) ? String(Number(Number(text).toPrecision(12))) : text;
}
