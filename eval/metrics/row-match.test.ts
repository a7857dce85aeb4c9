import { describe, expect, it } from 'vitest';
import { countExactRows, countRowLines, rowText } from './row-match.ts';

const expected = [
  ['2', 'Green tea', '7.00'],
  ['1', 'Bread', '3.20'],
  ['1', 'Bread', '3.20'],
];

describe('countExactRows', () => {
  it('counts rows with equal cells, without empty cells and repeated white space', () => {
    const read = [
      ['2', '', ' Green  tea', '7.00'],
      ['1', 'Bread', '3.20'],
    ];
    expect(countExactRows(read, expected)).toBe(2);
  });

  it('does not count rows with merged, wrong or swapped cells', () => {
    expect(countExactRows([['2 Green tea', '7.00']], expected)).toBe(0);
    expect(countExactRows([['2', 'Green tea', '7.08']], expected)).toBe(0);
    expect(countExactRows([['Bread', '1', '3.20']], expected)).toBe(0);
  });
});

describe('countRowLines', () => {
  it('counts rows whose joined cells are a line of the text', () => {
    expect(rowText(['2', '', 'Green  tea', '7.00'])).toBe('2 Green tea 7.00');
    expect(countRowLines('Menu\n2  Green tea 7.00\n1 Bread\n3.20\n1 Bread 3.20', expected)).toBe(2);
  });
});
