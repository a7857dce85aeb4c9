import { describe, expect, it } from 'vitest';
import type { ConversionTruth } from './conversion-truth.ts';
import { scoreConversion } from './score-conversion.ts';

const truth: ConversionTruth = {
  file: 'mill.pdf',
  format: 'pdf',
  blocks: [
    { type: 'heading', level: 1, text: 'The old mill' },
    { type: 'paragraph', text: 'It stands at the river.' },
    { type: 'list_item', depth: 0, ordered: true, text: 'Open the gate.' },
    { type: 'list_item', depth: 1, ordered: false, text: 'Both hands' },
    {
      type: 'table',
      rows: [
        ['Year', 'Flour', 'Flour'],
        ['1820', '12', '14'],
      ],
      span: [
        [0, 0, 1],
        [0, 0, 0],
      ],
    },
    { type: 'code', text: 'grind:\n  wheat' },
  ],
  running: ['Mills of the valley'],
  pageNumbers: ['Page 1 of 2'],
  optional: 'The old mill',
};
const table = '| Year | Flour | |\n| --- | --- | --- |\n| 1820 | 12 | 14 |';
const code = '```\ngrind:\n  wheat\n```';
const perfect = `# The old mill\n\nIt stands at the river.\n\n1. Open the gate.\n   - Both hands\n\n${table}\n\n${code}`;

describe('scoreConversion', () => {
  it('gives full marks to everything in its place, with merged cells once or in every place', () => {
    for (const markdown of [perfect, perfect.replace('Flour | |', 'Flour | Flour |')]) {
      expect(scoreConversion(markdown, truth)).toEqual({
        words: 1,
        recall: 1,
        order: 1,
        headings: 1,
        lists: 1,
        tables: 1,
        code: 1,
        leaked: 0,
        total: 1,
      });
    }
  });

  it('reads tables in HTML, and numbers as stored', () => {
    const html =
      '<table><tr><th>Year</th><th colspan="2">Flour</th></tr><tr><td>1820</td><td>12.0</td><td>14</td></tr></table>';
    expect(scoreConversion(perfect.replace(table, html), truth).tables).toBe(1);
  });

  it.each([
    ['words', perfect.replace('river', 'lake')],
    ['order', `${perfect.replace('It stands at the river.\n\n', '')}\n\nIt stands at the river.`],
    ['headings', perfect.replace('# The', 'The')],
    ['lists', perfect.replace('   - Both', '- Both')],
    ['tables', perfect.replace('| 12 | 14 |', '| 14 | 12 |')],
    ['code', perfect.replace('  wheat', 'wheat')],
  ] as const)('lowers the mark of the %s', (name, markdown) => {
    const score = scoreConversion(markdown, truth);
    expect(score[name]).toBeLessThan(1);
    expect(score.total).toBeLessThan(1);
  });

  it('counts running heads and page numbers that appear as lines', () => {
    const markdown = `Mills of the valley\n\n${perfect}\n\nPage 1 of 2`;
    expect(scoreConversion(markdown, truth).leaked).toBe(2);
  });
});
