import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUrlText, normalizePercentEncoding, normalizeUrl } from './normalize-url.ts';

const base = 'https://example.org/folder/page';

describe('normalizeUrl', () => {
  it.each([
    ['/a#part', 'https://example.org/a'],
    ['b?x=1', 'https://example.org/folder/b?x=1'],
    ['/a?utm_source=x&b=1&gclid=2', 'https://example.org/a?b=1'],
    ['/a?utm_source=x', 'https://example.org/a'],
    ['/a;jsessionid=1?b=2', 'https://example.org/a?b=2'],
    ['/a?', 'https://example.org/a'],
    ['/caf%C3%A9', 'https://example.org/caf%C3%A9'],
  ])('resolves %s to %s', (text, url) => {
    expect(normalizeUrl(text, base)?.url).toBe(url);
  });

  it.each([
    'mailto:a@example.org',
    'javascript:void(0)',
    'http://user@example.org/',
    `/${'a'.repeat(2000)}`,
    'http://[',
  ])('returns undefined for %.40s', (text) => {
    expect(normalizeUrl(text, base)).toBeUndefined();
  });

  it('does not change a URL that it returned', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const once = normalizeUrl(text);
        expect(normalizeUrl(once?.url ?? '')).toEqual(once);
      }),
    );
  });
});

describe('normalizePercentEncoding', () => {
  it('decodes unreserved characters and writes other escapes in upper case', () => {
    expect(normalizePercentEncoding('/%7euser/%c3%a9%2F')).toBe('/~user/%C3%A9%2F');
  });
});

describe('decodeUrlText', () => {
  it('decodes escapes and plus signs, and returns invalid text unchanged', () => {
    expect(decodeUrlText('caf%C3%A9+bar')).toBe('café bar');
    expect(decodeUrlText('100%')).toBe('100%');
  });
});
