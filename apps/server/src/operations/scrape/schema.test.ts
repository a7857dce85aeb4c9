import { expect, it } from 'vitest';
import { scrapeInput } from './schema.ts';

const parse = (filter: { includeTags?: string[]; excludeTags?: string[] }) =>
  scrapeInput.safeParse({ url: 'https://www.example/', ...filter });

it('limits the simple selectors of a request, not those of each selector only', () => {
  const selector = Array.from({ length: 50 }, (_, index) => `.c${index}`).join(',');
  expect(parse({ includeTags: [selector], excludeTags: [selector] }).success).toBe(true);
  const issues = parse({ includeTags: [selector], excludeTags: [selector, 'p'] }).error?.issues;
  expect(issues?.map(({ path }) => path.join('.'))).toEqual(['includeTags']);
  const invalid = parse({ includeTags: ['p['] }).error?.issues;
  expect(invalid?.map(({ path }) => path.join('.'))).toEqual(['includeTags.0']);
});
