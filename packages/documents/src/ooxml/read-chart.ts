import type { ContentBlock, TableCell } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { childOf, childrenOf, descendantsOf } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { type AxisFormats, axisFormatsOf } from './chart-axes.ts';
import { chartPoints } from './chart-points.ts';

/** Series beyond this number are left out. */
const seriesMax = 50;

interface Series {
  readonly name: string;
  readonly categories: readonly string[];
  readonly values: readonly string[];
}

/**
 * Reads a chart as its title and a table of its values, numbers and dates as the chart shows them (ECMA-376 part 1, 21.2).
 * Series with separate categories, such as those of scatter charts, have two columns.
 */
export function readChart(root: XmlElement | undefined): ContentBlock[] {
  const chart = childOf(root, 'chart');
  const plot = childOf(chart, 'plotArea');
  const uses1904 = isOn(childOf(root, 'date1904'));
  const series = childrenOf(plot)
    .flatMap((group) => {
      const formats = axisFormatsOf(group, plot);
      return childrenOf(group, 'ser').map((each) => readSeries(each, formats, uses1904));
    })
    .slice(0, seriesMax);
  const blocks: ContentBlock[] = [];
  const title = titleOf(childOf(chart, 'title'));
  if (title !== '') blocks.push({ kind: 'paragraph', content: plainText(title) });
  const columns = columnsOf(series);
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  if (count > 0) {
    const rows = Array.from({ length: count + 1 }, (_, row) => columns.map((column) => cellOf(column[row])));
    blocks.push({ kind: 'table', rows });
  }
  return blocks;
}

function readSeries(series: XmlElement, formats: AxisFormats, uses1904: boolean): Series {
  const categories = childOf(series, 'cat') ?? childOf(series, 'xVal');
  const values = childOf(series, 'val') ?? childOf(series, 'yVal');
  return {
    name: chartPoints(childOf(series, 'tx'), () => '', uses1904)[0] ?? '',
    categories: chartPoints(categories, formats.category, uses1904),
    values: chartPoints(values, formats.value, uses1904),
  };
}

/** Columns with their headers; series in a row that have equal categories share them. */
function columnsOf(series: readonly Series[]): string[][] {
  const columns: string[][] = [];
  let shared: string | undefined;
  for (const { name, categories, values } of series) {
    const key = categories.join('\n');
    const isShared = shared !== undefined && (key === shared || key === '');
    if (!isShared) columns.push(['', ...categories]);
    shared = isShared ? shared : key;
    columns.push([name, ...values]);
  }
  return columns;
}

/** Texts of a title are its own, or come from a cell. */
function titleOf(title: XmlElement | undefined): string {
  const own = [...descendantsOf(title, 't')].map((text) => text.children.join('')).join('');
  return (own || chartPoints(childOf(title, 'tx'), () => '', false).join(' ')).trim();
}

function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(?:0|false)$/.test(element.attributes['val'] ?? '1');
}

function cellOf(text = ''): TableCell {
  return { content: plainText(text) };
}
