import { describe, expect, it } from 'vitest';
import { UrlTrapDetector } from './url-trap-detector.ts';

/** How many of 500 generated URLs are accepted. */
function acceptedOf500(urlOf: (index: number) => string): number {
  const detector = new UrlTrapDetector();
  return Array.from({ length: 500 }, (_, index) => urlOf(index)).filter((url) => detector.accepts(url))
    .length;
}

describe('UrlTrapDetector', () => {
  it.each([
    ['months in the path', (index: number) => `/calendar/${index}`, 24],
    ['dates in the query', (index: number) => `/events?month=${index}`, 24],
    ['sorted variants', (index: number) => `/shop?sort=${index}`, 3],
    ['filters in brackets', (index: number) => `/shop?filter[price]=${index}`, 3],
    ['free text queries', (index: number) => `/find?q=word${index}`, 300],
    ['tokens', (index: number) => `/a?t=${'ab12'.repeat(5)}${index}`, 300],
    ['ids', (index: number) => `/item?id=${index}`, 500],
    ['numbered articles', (index: number) => `/article/${index}`, 500],
  ])('limits %s', (_, pathOf, accepted) => {
    expect(acceptedOf500((index) => `https://example.org${pathOf(index)}`)).toBe(accepted);
  });

  it('limits the number of hosts', () => {
    expect(acceptedOf500((index) => `https://host${index}.example.org/`)).toBe(250);
  });

  it('rejects deep paths, repeated segments and text that is not a URL', () => {
    const detector = new UrlTrapDetector();
    expect(
      detector.accepts(`https://example.org/${Array.from({ length: 17 }, (_, at) => `s${at}`).join('/')}`),
    ).toBe(false);
    expect(detector.accepts('https://example.org/a/b/a/b/a')).toBe(false);
    expect(detector.accepts('https://example.org/a/b/a/b')).toBe(true);
    expect(detector.accepts('nowhere')).toBe(false);
  });
});
