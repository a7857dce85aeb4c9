import { describe, expect, it } from 'vitest';
import { normalizeUrl } from './normalize-url.ts';
import { foldKey, type UrlVariation } from './url-variants.ts';

const base = 'https://example.org/folder/page';
const keyOf = (text: string) => normalizeUrl(text, base)?.key;
const folded = (text: string) => foldKey(keyOf(text) ?? '', () => true);

/** The trick, and two URLs that are one page: by RFC 3986 where a section is named, else by a stated convention. */
const equivalent: readonly (readonly [trick: string, left: string, right: string])[] = [
  ['upper-case scheme (6.2.2.1)', 'HTTPS://example.org/a', 'https://example.org/a'],
  ['upper-case host (6.2.2.1)', 'https://EXAMPLE.org/a', 'https://example.org/a'],
  ['case of percent-encoding (6.2.2.1)', '/caf%c3%a9', '/caf%C3%A9'],
  ['case of percent-encoding in the query (6.2.2.1)', '/a?q=%c3%a9', '/a?q=%C3%A9'],
  ['encoded letter (6.2.2.2)', '/%41bout', '/About'],
  ['encoded tilde (6.2.2.2)', '/%7Euser', '/~user'],
  ['encoded hyphen, period and underscore (6.2.2.2)', '/a%2Db%2Ec%5Fd', '/a-b.c_d'],
  ['encoded digit in the query (6.2.2.2)', '/a?page=%32', '/a?page=2'],
  ['encoded letter in the name of a parameter (6.2.2.2)', '/a?%71=1', '/a?q=1'],
  ['encoded letter in the host (6.2.2.2)', 'https://ex%61mple.org/a', 'https://example.org/a'],
  ['dot segments (6.2.2.3)', '/x/../a/./b', '/a/b'],
  ['encoded dot segments (6.2.2.3)', '/x/%2e%2E/a', '/a'],
  ['dot segments above the root (6.2.2.3)', '/../../a', '/a'],
  ['dot segment at the end (6.2.2.3)', '/a/b/..', '/a/'],
  ['default port of https (6.2.3)', 'https://example.org:443/a', 'https://example.org/a'],
  ['default port of http (6.2.3)', 'http://example.org:80/a', 'http://example.org/a'],
  ['empty port (6.2.3)', 'https://example.org:/a', 'https://example.org/a'],
  ['port with leading zeros (6.2.3)', 'https://example.org:0443/a', 'https://example.org/a'],
  ['empty path (6.2.3)', 'https://example.org', 'https://example.org/'],
  ['empty path before a query (6.2.3)', 'https://example.org?a=1', 'https://example.org/?a=1'],
  ['fragment (4.4)', '/a#part', '/a'],
  ['fragment with a question mark (4.4)', '/a#?b=1', '/a'],
  ['empty fragment (4.4)', '/a#', '/a'],
  ['relative reference (5.2)', 'b', '/folder/b'],
  ['network-path reference (5.2)', '//example.org/a', '/a'],
  ['white space around a reference (HTML)', ' \n/a\t', '/a'],
  ['tab and line break within a reference (URL standard)', '/a\tb\nc', '/abc'],
  ['backslashes (URL standard)', '\\a\\b', '/a/b'],
  ['space and its encoding (URL standard)', '/a b', '/a%20b'],
  ['non-ASCII letter and its encoding (RFC 3987, 3.1)', '/caf\u00e9', '/caf%C3%A9'],
  ['character that no URI may contain, and its encoding', '/a|b?c=[d]', '/a%7Cb?c=%5Bd%5D'],
  [
    'internationalized host and its Punycode (RFC 5891)',
    'https://b\u00fccher.example/a',
    'https://xn--bcher-kva.example/a',
  ],
  ['upper-case Punycode (RFC 5891)', 'https://XN--BCHER-KVA.example/a', 'https://b\u00fccher.example/a'],
  ['full-width letters in the host (UTS 46)', 'https://\uff45xample.org/a', 'https://example.org/a'],
  ['ideographic full stop in the host (UTS 46)', 'https://example\u3002org/a', 'https://example.org/a'],
  ['final dot of the host (RFC 1034, 3.1)', 'https://example.org./a', 'https://example.org/a'],
  ['http and https', 'http://example.org/a', 'https://example.org/a'],
  ['trailing slash', '/a/', '/a'],
  ['trailing slash before a query', '/a/?b=1', '/a?b=1'],
  ['empty query', '/a?', '/a'],
  ['query of separators only', '/a?&&', '/a'],
  ['empty parameters', '/a?b=1&', '/a?&b=1'],
  ['order of parameters', '/a?b=2&a=1', '/a?a=1&b=2'],
  ['tracking parameters', '/a?utm_source=x&gclid=2&b=1', '/a?b=1'],
  ['only tracking parameters', '/a?fbclid=2', '/a'],
  ['tracking parameter in another case', '/a?UTM_Source=x', '/a'],
  ['tracking parameter with an encoded name', '/a?utm%5Fsource=x', '/a'],
  ['session id in the query', '/a?PHPSESSID=1&b=1', '/a?b=1&PHPSESSID=2'],
  ['session id in the path', '/a;jsessionid=9F?b=1', '/a?b=1'],
  ['session id of ASP.NET in the path', '/x/(S(lit3py55t21z5v55))/a.aspx', '/x/a.aspx'],
  ['session id and other tokens of ASP.NET', '/(A(b-1)S(c_2)F(d))/a.aspx', '/a.aspx'],
];

/** The trick, and two URLs that are not known to be one page. */
const different: readonly (readonly [trick: string, left: string, right: string])[] = [
  ['case of the path', '/Page', '/page'],
  ['case of a value', '/a?q=A', '/a?q=a'],
  ['case of the name of a parameter', '/a?Q=1', '/a?q=1'],
  ['encoded slash', '/a%2Fb', '/a/b'],
  ['encoded question mark', '/a%3Fb=1', '/a?b=1'],
  ['encoded number sign', '/a%23b', '/a#b'],
  ['encoded ampersand', '/a?b=1%26c=2', '/a?b=1&c=2'],
  ['encoded equals sign', '/a?b%3D1', '/a?b=1'],
  ['encoded semicolon', '/a%3Bb', '/a;b'],
  ['encoded plus sign', '/a?q=b%2Bc', '/a?q=b+c'],
  ['plus sign and space', '/a+b', '/a%20b'],
  ['percent sign encoded twice', '/a%2520b', '/a%20b'],
  ['encoded dot segment within a name', '/a..b', '/a/../b'],
  ['slashes within the path', '/a//b', '/a/b'],
  ['slashes at the start of the path', 'https://example.org//a', 'https://example.org/a'],
  ['slashes at the end of the path', '/a//', '/a/'],
  ['another port', 'https://example.org:8443/a', 'https://example.org/a'],
  ['another subdomain', 'https://m.example.org/a', 'https://example.org/a'],
  ['www', 'https://www.example.org/a', 'https://example.org/a'],
  ['www2', 'https://www2.example.org/a', 'https://www.example.org/a'],
  ['another name in another script', 'https://ex\u0430mple.org/a', 'https://example.org/a'],
  ['index.html', '/index.html', '/'],
  ['index.php with a query', '/index.php?a=1', '/?a=1'],
  ['default.aspx', '/a/Default.aspx', '/a/'],
  ['the extension', '/a.html', '/a'],
  ['the root and a page', '/', '/a'],
  ['another parameter', '/a?b=1', '/a'],
  ['a parameter without a value', '/a?b', '/a?b='],
  ['the order of the values of one parameter', '/a?b=1&b=2', '/a?b=2&b=1'],
  ['a parameter twice', '/a?b=1&b=1', '/a?b=1'],
  ['a parameter like a tracking parameter', '/a?utm_sourcery=1', '/a'],
  ['path parameters', '/a;v=1', '/a'],
  ['parentheses in the path', '/(S)/a', '/a'],
  ['parentheses at the end of the path', '/a/(S(b))', '/a'],
  ['a question mark in the query', '/a?b=1?', '/a?b=1'],
];

/** Two URLs that are compared by content, and the variations in which they differ. */
const variants: readonly (readonly [left: string, right: string, variations: readonly UrlVariation[]])[] = [
  ['/index.html', '/', ['default_document']],
  ['/a/index.php?b=1', '/a?b=1', ['default_document']],
  ['/a/INDEX.HTM', '/a/', ['default_document']],
  ['/a/Default.aspx', '/a', ['default_document']],
  ['/a/home.html', '/a', ['default_document']],
  ['/a//b', '/a/b', ['slashes']],
  ['/a//', '/a', ['slashes']],
  ['https://www.example.org/a', 'https://example.org/a', ['www']],
  ['https://www.example.org//index.html', 'https://example.org', ['www', 'slashes', 'default_document']],
];

describe('URLs of one page', () => {
  it.each(equivalent)('%s: %s and %s', (_, left, right) => {
    expect(keyOf(left)).toBeDefined();
    expect(keyOf(left)).toBe(keyOf(right));
  });
});

describe('URLs of different pages', () => {
  it.each(different)('%s: %s and %s', (_, left, right) => {
    expect(keyOf(left)).toBeDefined();
    expect(keyOf(right)).toBeDefined();
    expect(keyOf(left)).not.toBe(keyOf(right));
  });
});

describe('URLs whose pages are compared', () => {
  it.each(variants)('%s and %s', (left, right, variations) => {
    expect(keyOf(left)).not.toBe(keyOf(right));
    expect(folded(left).key).toBe(folded(right).key);
    expect(folded(left).variations).toEqual(variations);
  });

  it.each([
    ['/a.html', '/a'],
    ['/index', '/'],
    ['/index.pdf', '/'],
    ['/my-index.html', '/'],
    ['/indexes.html', '/'],
    ['/a?file=/index.html', '/a'],
    ['https://wwww.example.org/', 'https://example.org/'],
  ])('but not %s and %s', (left, right) => {
    expect(folded(left).key).not.toBe(folded(right).key);
  });
});
