import { describe, expect, it } from 'vitest';
import { PathPatternError, PathPatterns } from './path-patterns.ts';

describe('PathPatterns', () => {
  it.each([
    [['^/blog/'], '/blog/a', true],
    [['^/blog/'], '/en/blog/a', false],
    [['blog/*'], '/en/blog/a', true],
    [['/a$', String.raw`/\d{4}/`], '/2024/x', true],
    [['/a$'], '/b', false],
    [['/über'], '/über/uns', true],
    [[], '/a', false],
  ])('%j matches %s: %s', (patterns, path, expected) => {
    expect(new PathPatterns(patterns).match(path)).toBe(expected);
  });

  it.each([
    [['/a', '(?=b)'], 1],
    [['('], 0],
    [[String.raw`(a)\1`], 0],
    [Array.from({ length: 5 }, () => 'a{1,900}'), 1],
  ])('rejects %j with the position of the pattern', (patterns, index) => {
    const compile = () => new PathPatterns(patterns);
    expect(compile).toThrow(PathPatternError);
    expect(compile).toThrow(expect.objectContaining({ index }));
  });
});
