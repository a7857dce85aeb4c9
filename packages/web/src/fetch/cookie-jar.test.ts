import { describe, expect, it } from 'vitest';
import { CookieJar } from './cookie-jar.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const url = new URL('https://shop.example.com/cart/view');

/** The header for a URL after a response with the given `Set-Cookie` lines, `laterMs` later. */
function headerAfter(lines: readonly string[], laterMs = 0, requestUrl = url): string {
  const jar = new CookieJar();
  jar.store(url, lines, now);
  return jar.cookieHeader(requestUrl, now + laterMs);
}

describe('CookieJar', () => {
  it.each([
    ['deletes a cookie when it is in the past', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'b=2'],
    ['deletes a cookie when it was one second ago', 'a=; Expires=Sun, 22 Nov 2026 11:59:59 GMT', 'b=2'],
    ['keeps a cookie when it is in the future', 'a=3; Expires=Sun, 22 Nov 2026 12:00:01 GMT', 'a=3; b=2'],
    [
      'is ignored next to a positive Max-Age',
      'a=3; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'a=3; b=2',
    ],
    ['is ignored when it is not a date', 'a=3; Expires=soon', 'a=3; b=2'],
  ])('Expires %s', (_, line, header) => {
    expect(headerAfter(['a=1', 'b=2', line])).toBe(header);
  });

  it('does not send a cookie after its Max-Age', () => {
    const lines = ['a=1; Max-Age=5', 'b=2'];
    expect([headerAfter(lines, 4000), headerAfter(lines, 5000)]).toEqual(['a=1; b=2', 'b=2']);
  });

  it('keeps at most 50 cookies per domain and 150 in total', () => {
    const jar = new CookieJar();
    const count = (host: string) => {
      const site = new URL(`https://${host}/`);
      const lines = Array.from({ length: 200 }, (_, index) => `${host[0]}${index}=1`);
      jar.store(site, lines, now);
      const header = jar.cookieHeader(site, now);
      return header === '' ? 0 : header.split('; ').length;
    };
    expect(['a.example', 'b.example', 'c.example', 'd.example'].map(count)).toEqual([50, 50, 50, 0]);
  });

  it('ignores cookies over 4,096 characters, and sends at most 8,192 characters', () => {
    expect(headerAfter([`a=${'x'.repeat(4096)}`])).toBe('');
    const large = Array.from({ length: 20 }, (_, index) => `c${index}=${'x'.repeat(4000)}`);
    const header = headerAfter(large);
    expect(header.length).toBeLessThanOrEqual(8192);
    expect(header.split('; ')).toHaveLength(2);
  });

  it('sends cookies to the domain and path they were set for', () => {
    const lines = [
      'host=1; Path=/',
      'domain=1; Domain=example.com; Path=/',
      'path=1',
      'secure=1; Secure; Path=/',
    ];
    const sentTo = (text: string) => headerAfter(lines, 0, new URL(text));
    expect(sentTo('https://shop.example.com/cart/pay')).toBe('host=1; domain=1; path=1; secure=1');
    expect(sentTo('http://shop.example.com/other')).toBe('host=1; domain=1');
    expect(sentTo('https://www.example.com/cart/pay')).toBe('domain=1');
    expect(sentTo('https://example.org/cart/pay')).toBe('');
  });

  it.each(['Domain=com', 'Domain=other.example.com', 'Domain=example.org'])(
    'ignores a cookie with %s, which the URL may not set',
    (attribute) => {
      expect(headerAfter([`a=1; ${attribute}`])).toBe('');
    },
  );
});
