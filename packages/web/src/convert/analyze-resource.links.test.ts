import { describe, expect, it } from 'vitest';
import type { ContentOptions } from '../page/select/content-options.ts';
import { analyzeResource } from './analyze-resource.ts';

const analyzeLinks = async (
  html: string,
  { headers = {}, content }: { headers?: Record<string, string>; content?: ContentOptions } = {},
) => {
  const { converted } = await analyzeResource({
    url: 'https://example.org/',
    contentType: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(html),
    status: 200,
    headers,
    content,
  });
  return converted.page.links;
};

const [a, b] = ['<a href="/a">A</a>', '<a href="/b" rel="noopener nofollow">B</a>'];
const linkA = { url: 'https://example.org/a', text: 'A' };
const linkB = { url: 'https://example.org/b', text: 'B' };

describe('the links of a page', () => {
  it('state that they are not to be followed', async () => {
    expect(await analyzeLinks(`${a}${b}`)).toEqual([linkA, { ...linkB, nofollow: true }]);
  });

  it('are followed if one of several occurrences is', async () => {
    expect(await analyzeLinks(`${b}<a href="/b">B</a>`)).toEqual([linkB]);
    expect(await analyzeLinks(`<a href="/b">B</a>${b}`)).toEqual([linkB]);
  });

  it.each([
    ['<meta name="ROBOTS" content="noindex, nofollow">', {}],
    ['<meta name="robots" content="none">', {}],
    ['', { 'x-robots-tag': 'nofollow' }],
  ])('are none of them followed with %s %j', async (meta, headers) => {
    expect(await analyzeLinks(`${meta}${a}`, { headers })).toEqual([{ ...linkA, nofollow: true }]);
  });

  it.each([
    ['<meta name="robots" content="index, follow">', {}],
    ['<meta name="description" content="nofollow">', {}],
    ['', { 'x-robots-tag': 'otherbot: nofollow' }],
  ])('are followed with %s %j', async (meta, headers) => {
    expect(await analyzeLinks(`${meta}${a}`, { headers })).toEqual([linkA]);
  });

  it('are all links, whatever part of the page is converted', async () => {
    const html = `<nav>${a}</nav><main><p>Text of the page.</p></main>`;
    expect(await analyzeLinks(html, { content: { includeTags: ['main'] } })).toEqual([linkA]);
    expect(await analyzeLinks(html, { content: { excludeTags: ['nav'] } })).toEqual([linkA]);
  });
});
