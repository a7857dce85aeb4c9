import { expect, it } from 'vitest';
import { JoinedMatrix } from './joined-matrix.ts';

it('multiplies by matrices of any width that stand next to each other', () => {
  // 2 rows of 3 columns, and 2 rows of 2 columns.
  const joined = new JoinedMatrix([Float32Array.of(1, 2, 3, 4, 5, 6), Float32Array.of(7, 8, 9, 10)], 2);
  const product = new Float64Array(joined.productLength);
  joined.multiply(Float32Array.of(2, -1), product);
  expect([...product.subarray(0, 5)]).toEqual([-2, -1, 0, 5, 6]);
  expect(joined.productLength).toBe(8);
});
