import { describe, expect, it } from 'vitest';
import { integer, integerOrNull, text, textOrNull } from './columns.ts';

const row = { name: 'a', count: 3, sum: '12', none: null, fraction: 1.5, empty: '' };

describe('typed columns', () => {
  it('returns values of the expected type, and NULL only where it is allowed', () => {
    expect([text(row, 'name'), textOrNull(row, 'none'), textOrNull(row, 'name')]).toEqual(['a', null, 'a']);
    expect([integer(row, 'count'), integer(row, 'sum'), integerOrNull(row, 'none')]).toEqual([3, 12, null]);
  });

  it('throws an error that names the column if the type is another one or the column is missing', () => {
    expect(() => text(row, 'count')).toThrow('the column count is not text but number');
    expect(() => text(row, 'none')).toThrow('the column none');
    expect(() => textOrNull(row, 'missing')).toThrow('the column missing');
    expect(() => integerOrNull(row, 'missing')).toThrow('the column missing is not an integer but undefined');
    for (const column of ['name', 'none', 'fraction', 'empty']) {
      expect(() => integer(row, column)).toThrow(`the column ${column} is not an integer`);
    }
  });
});
