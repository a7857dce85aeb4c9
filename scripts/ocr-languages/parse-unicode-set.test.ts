import { expect, it } from 'vitest';
import { parseUnicodeSet } from './parse-unicode-set.ts';

it.each([
  ['[a b c]', ['a', 'b', 'c']],
  ['[aä b-d]', ['a', 'ä', 'b', 'c', 'd']],
  ['[a {ch} {ij\u0301}z]', ['a', 'ch', 'ij\u0301', 'z']],
  ['[\\u200C\\u200D \\- \\[]', ['\u200c', '\u200d', '-', '[']],
  ['[\\u0E40-\\u0E42]', ['เ', 'แ', 'โ']],
  ['[𞤀-𞤂]', ['𞤀', '𞤁', '𞤂']],
  ['[]', []],
])('parses %s', (set, letters) => {
  expect(parseUnicodeSet(set)).toEqual(letters);
});
