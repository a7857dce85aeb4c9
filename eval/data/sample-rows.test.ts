import { expect, it } from 'vitest';
import { sampleRows } from './sample-rows.ts';

const rows = Array.from({ length: 10 }, (_, index) => index);

it.each([
  [20, rows],
  [10, rows],
  [5, [0, 2, 4, 6, 8]],
  [4, [0, 2, 5, 7]],
  [Number.POSITIVE_INFINITY, rows],
])('takes at most %j of ten rows', (limit, expected) => {
  expect(sampleRows(rows, limit)).toEqual(expected);
});
