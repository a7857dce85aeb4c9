import { expect, it } from 'vitest';
import { selectPages } from './select-pages.ts';

it.each([
  [undefined, [1, 2, 3, 4, 5]],
  ['2', [2]],
  ['1-3,5', [1, 2, 3, 5]],
  [' 4 , 2 - 3 ,2', [2, 3, 4]],
  ['3-', [3, 4, 5]],
])('selects the pages %j', (ranges, expected) => {
  expect(selectPages(ranges, 5, 10)).toEqual(expected);
});

it.each(['', '0', '3-2', '6', '1-9', 'a', '1,,2', '-2', '1.5'])('rejects the pages %j', (ranges) => {
  expect(() => selectPages(ranges, 5, 10)).toThrow(/^pages: /);
});

it('rejects more pages than the maximum and suggests a selection', () => {
  expect(() => selectPages(undefined, 11, 10)).toThrow('select at most 10 with `pages`, such as 1-10');
});
