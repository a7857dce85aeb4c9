import { describe, expect, it } from 'vitest';
import { extractStringArray, stripReasoning } from './parse-response.ts';

describe('stripReasoning', () => {
  it('removes everything up to the end of the reasoning', () => {
    expect(stripReasoning('<think>[hm]</think>\n["a"]')).toBe('["a"]');
    expect(stripReasoning(' ["a"] ')).toBe('["a"]');
  });
});

describe('extractStringArray', () => {
  it.each([
    ['a bare array', '["a", "b"]'],
    ['an array in a code fence', '```json\n["a", "b"]\n```'],
    ['an array in an object', '{"translations": ["a", "b"]}'],
  ])('extracts %s', (_, response) => {
    expect(extractStringArray(response)).toEqual(['a', 'b']);
  });

  it.each(['', 'sorry', '[1, 2]', '["a"', '[oops]'])('returns undefined for %j', (response) => {
    expect(extractStringArray(response)).toBeUndefined();
  });
});
