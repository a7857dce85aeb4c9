import { expect, it } from 'vitest';
import { memoize } from './memoize.ts';

it('computes each result once, and again after many others', () => {
  const computed: number[] = [];
  const square = memoize((value: number) => {
    computed.push(value);
    return { value: value * value };
  });
  expect(square(3)).toBe(square(3));
  for (let value = 10; value < 1000; value++) square(value);
  expect(square(3)).toEqual({ value: 9 });
  expect(computed.filter((value) => value === 3)).toHaveLength(2);
  expect(computed.at(-1)).toBe(3);
});

it('keeps a result that is asked for again and again', () => {
  const computed: number[] = [];
  const double = memoize((value: number) => {
    computed.push(value);
    return 2 * value;
  }, 10);
  for (let value = 100; value < 400; value++) {
    double(value);
    expect(double(7)).toBe(14);
  }
  expect(computed.filter((value) => value === 7)).toHaveLength(1);
  expect(computed).toHaveLength(301);
});
