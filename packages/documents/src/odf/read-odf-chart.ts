import type { ContentBlock } from '@quern/content/blocks/content-block';
import { plainText } from '@quern/content/blocks/rich-text';
import { type RepetitionBudget, TableBuilder } from '../office/table-builder.ts';
import { childOf, childrenOf, pathOf, textIn } from '../xml/query-xml.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { readOdfRow, rowsOf } from './read-odf-table.ts';

/**
 * Reads an embedded chart as its titles and the table of its values (OpenDocument 1.3 part 3, 11).
 *
 * @param root of the object
 * @returns undefined if the object is not a chart
 */
export function readOdfChart(
  root: XmlElement | undefined,
  repetitions: RepetitionBudget,
): ContentBlock[] | undefined {
  const chart = pathOf(root, 'body', 'chart', 'chart');
  if (chart === undefined) return undefined;
  const blocks: ContentBlock[] = [];
  for (const name of ['title', 'subtitle']) {
    const text = linesOf(childOf(chart, name));
    if (text !== '') blocks.push({ kind: 'paragraph', content: plainText(text) });
  }
  const values = childOf(chart, 'table');
  if (values === undefined) return blocks;
  const table = new TableBuilder(repetitions);
  for (const row of rowsOf(values)) readOdfRow(row, table, (cell) => plainText(linesOf(cell)));
  const rows = table.finish();
  if (rows.length > 0) blocks.push({ kind: 'table', rows });
  return blocks;
}

function linesOf(element: XmlElement | undefined): string {
  return childrenOf(element, 'p')
    .map((line) => textIn(line).trim())
    .filter((line) => line !== '')
    .join(' ');
}
