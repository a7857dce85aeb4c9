import { describe, expect, it } from 'vitest';
import { validateInput } from '../../validation/validate-input.ts';
import { scrapeInput } from './schema.ts';

const url = 'https://a.test/';
const parse = (input: object) => validateInput(scrapeInput, { url, ...input });

const parseSelectors = (filter: { includeTags?: string[]; excludeTags?: string[] }) =>
  scrapeInput.safeParse({ url, ...filter });

it('limits the simple selectors of a request, not those of each selector only', () => {
  const selector = Array.from({ length: 50 }, (_, index) => `.c${index}`).join(',');
  const selectors = Array.from({ length: 5 }, () => selector);
  expect(parseSelectors({ includeTags: selectors, excludeTags: selectors }).success).toBe(true);
  const issues = parseSelectors({ includeTags: selectors, excludeTags: [...selectors, 'p'] }).error?.issues;
  expect(issues?.map(({ path }) => path.join('.'))).toEqual(['includeTags']);
  const invalid = parseSelectors({ includeTags: ['p['] }).error?.issues;
  expect(invalid?.map(({ path }) => path.join('.'))).toEqual(['includeTags.0']);
});

describe('cookies of scrape', () => {
  it.each([
    [{ a: ' 1' }, 'cookies.a: must not begin or end with a space'],
    [{ a: '1 ' }, 'cookies.a: must not begin or end with a space'],
    [{ a: '1'.repeat(4096) }, 'cookies.a: must have at most 4096 characters, including its name'],
  ])('that a browser would refuse are rejected', (cookies, message) => {
    expect(() => parse({ cookies })).toThrow(message);
  });

  it.each(['__Host-a', '__Secure-a', '__host-a'])('named %s are accepted for https only', (name) => {
    const cookies = { [name]: '1' };
    expect(parse({ cookies })).toMatchObject({ cookies });
    expect(() => parse({ cookies, url: 'http://a.test/' })).toThrow(`cookies.${name}: needs an https URL`);
  });

  it('may have spaces inside, and 4096 characters with the name', () => {
    const cookies = { a: '1 2', b: '1'.repeat(4095) };
    expect(parse({ cookies })).toMatchObject({ cookies });
  });
});

describe('messages about options of scrape', () => {
  it.each([
    [{ cookies: { a: 'secret;' } }, 'cookies.a: contains a character that cookies cannot have'],
    [{ headers: { 'x-a': 'secret\n' } }, 'headers.x-a: contains a character that headers cannot have'],
  ])('do not contain secrets', (input, message) => {
    expect(() => parse(input)).toThrow(new RegExp(`^${message}$`));
  });

  it('contain the value of the invalid option', () => {
    const input = { render: 'never', waitFor: '#a', formats: ['screenshot'] };
    expect(() => parse(input)).toThrow(/formats: .* \(received an array\); waitFor: .* \(received "#a"\)$/);
  });
});
