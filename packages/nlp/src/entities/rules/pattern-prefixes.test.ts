import { describe, expect, it } from 'vitest';
import { prefixesOf } from './pattern-prefixes.ts';

describe('prefixesOf', () => {
  it.each([
    ['abcd', ['abc']],
    ['AB', ['ab']],
    ['(?:ab|cd?)e', ['abe', 'cde', 'ce']],
    ['a?bcd', ['abc', 'bcd']],
    ['\\d{1,2}\\.x', ['0.x', '00.']],
    ['(?<h>[01]?\\d|2[0-4]):', ['00:', '0:']],
    ['(?:a|b){2}c', ['aac', 'abc', 'bac', 'bbc']],
    ['ab+', ['ab', 'abb']],
    ['a{2,}', ['aa', 'aaa']],
    ['[a-c]\\s', ['a ', 'b ', 'c ']],
    ['[-/.]a', ['-a', '.a', '/a']],
    ['a\\.?b', ['a.b', 'ab']],
    ['\\u00e9t\\/', ['ét/']],
    ['(?<!\\d)(?=a)a(?!b)', ['a']],
    ['(?:(?!)|xyz)', ['xyz']],
    ['(?!)', []],
    ['月曜', ['月曜']],
    ['三時', ['0時']],
    ['😀a', ['😀a']],
    ['a[^b]c', ['a']],
    ['a\\p{L}c', ['a']],
    ['a.c', ['a']],
    ['(a)\\1', ['a']],
    ['a\\b', ['a']],
    ['a[\\u0400-\\u04ff]', ['a']],
  ])('of %s', (source, prefixes) => {
    expect([...prefixesOf(source)].sort()).toEqual(prefixes);
  });

  it.each(['\\p{Lu}a', 'a?', '', '^$', '(?:a?)*b'])('of %s allows any text', (source) => {
    expect(prefixesOf(source)).toContain('');
  });

  it('cuts off long lists', () => {
    const letters = '[a-z]';
    expect(prefixesOf(`${letters}${letters}${letters}`).size).toBe(26 * 26);
  });

  it('refuses groups that it does not know', () => {
    expect(() => prefixesOf('(?i:a)')).toThrow('unknown group in the pattern (?i:a)');
  });
});
