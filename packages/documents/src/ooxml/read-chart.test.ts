import { textOf } from '@quern/content/blocks/rich-text';
import { describe, expect, it } from 'vitest';
import { parseXmlTree } from '../xml/xml-tree.ts';
import { readChart } from './read-chart.ts';

const numbers = (values: readonly (number | string)[], format = 'General') =>
  `<numRef><f>S!A1</f><numCache><formatCode>${format}</formatCode>${points(values)}</numCache></numRef>`;
const texts = (values: readonly string[]) =>
  `<strRef><f>S!A1</f><strCache>${points(values)}</strCache></strRef>`;
const points = (values: readonly (number | string)[]) =>
  values.map((value, index) => `<pt idx="${index}"><v>${value}</v></pt>`).join('');
const series = (name: string, categories: string, values: string) =>
  `<ser><tx>${texts([name])}</tx><cat>${categories}</cat><val>${values}</val></ser>`;
const axis = (name: string, id: number, format = '', isLinked = false) =>
  `<${name}><axId val="${id}"/><numFmt formatCode="${format}" sourceLinked="${Number(isLinked)}"/></${name}>`;

/** The rows of the table of a chart, cells separated by `|`. */
function rowsOf(group: string, axes = '', settings = ''): string[] {
  const xml = `<chartSpace>${settings}<chart><plotArea>${group}${axes}</plotArea></chart></chartSpace>`;
  const [table] = readChart(parseXmlTree(xml));
  if (table?.kind !== 'table') throw new Error('no table');
  return table.rows.map((row) => row.map((cell) => textOf(cell?.content ?? [])).join('|'));
}

const bars = (content: string) => `<barChart>${content}<axId val="1"/><axId val="2"/></barChart>`;

describe('readChart', () => {
  it('shows dates, shares and amounts by the formats of their cells', () => {
    const dates = numbers([46_053, 46_081], 'd\\ mmm\\ yyyy');
    const group = bars(
      series('Share', dates, numbers([0.125, 0.5], '0.0%')) +
        series('Cost', dates, numbers(['1234.5000000000002', 7], '#,##0.00')),
    );
    const axes = axis('dateAx', 1, 'd\\ mmm\\ yyyy', true) + axis('valAx', 2, '0%');
    expect(rowsOf(group, axes)).toEqual([
      '|Share|Cost',
      '31 Jan 2026|12.5%|1,234.50',
      '28 Feb 2026|50.0%|7.00',
    ]);
  });

  it('shows categories as their axis says, and dates without a format as in ISO 8601', () => {
    const group = bars(series('A', numbers([46_053]), numbers([1.5])));
    expect(rowsOf(group, axis('dateAx', 1, 'mmm yy'))[1]).toBe('Jan 26|1.5');
    expect(rowsOf(group, axis('dateAx', 1))[1]).toBe('2026-01-31|1.5');
    expect(rowsOf(group, axis('catAx', 1))[1]).toBe('46053|1.5');
    const in1904 = '<date1904 val="1"/>';
    expect(rowsOf(group, axis('dateAx', 1), in1904)[1]).toBe('2030-02-01|1.5');
  });

  it('shows values as their axis says only if their cells have no format, and no share for sums', () => {
    const group = (grouping: string) =>
      bars(`<grouping val="${grouping}"/>${series('A', texts(['x']), numbers([0.25]))}`);
    expect(rowsOf(group('clustered'), axis('catAx', 1) + axis('valAx', 2, '0%'))[1]).toBe('x|25%');
    expect(rowsOf(group('percentStacked'), axis('catAx', 1) + axis('valAx', 2, '0%'))[1]).toBe('x|0.25');
  });

  it('shows the format of a single point, and texts in place of numbers', () => {
    const cache =
      '<numRef><numCache><formatCode>0.0</formatCode><pt idx="0" formatCode="0%"><v>0.5</v></pt><pt idx="2"><v>#N/A</v></pt></numCache></numRef>';
    expect(rowsOf(bars(series('A', texts(['x', 'y', 'z']), cache)))).toEqual(['|A', 'x|50%', 'y|', 'z|#N/A']);
  });

  it('joins levels of categories', () => {
    const level = (values: string) => `<lvl>${values}</lvl>`;
    const categories = `<multiLvlStrRef><multiLvlStrCache>${level(points(['Q1', 'Q2', 'Q1']))}${level('<pt idx="0"><v>2025</v></pt><pt idx="2"><v>2026</v></pt>')}</multiLvlStrCache></multiLvlStrRef>`;
    expect(rowsOf(bars(series('A', categories, numbers([1, 2, 3]))))).toEqual([
      '|A',
      '2025 Q1|1',
      '2025 Q2|2',
      '2026 Q1|3',
    ]);
  });

  it('gives series of a scatter chart columns for their own places', () => {
    const points = (name: string, x: readonly number[], y: readonly number[]) =>
      `<ser><tx>${texts([name])}</tx><xVal>${numbers(x)}</xVal><yVal>${numbers(y)}</yVal></ser>`;
    const group = `<scatterChart>${points('A', [1, 2], [3, 4])}${points('B', [5], [6])}${points('C', [5], [7])}</scatterChart>`;
    expect(rowsOf(group)).toEqual(['|A||B|C', '1|3|5|6|7', '2|4|||']);
  });

  it('takes a title from a cell', () => {
    const xml = `<chartSpace><chart><title><tx>${texts(['Harvest'])}</tx></title><plotArea/></chart></chartSpace>`;
    expect(readChart(parseXmlTree(xml))).toEqual([
      { kind: 'paragraph', content: [{ type: 'text', value: 'Harvest' }] },
    ]);
    expect(readChart(undefined)).toEqual([]);
  });
});
