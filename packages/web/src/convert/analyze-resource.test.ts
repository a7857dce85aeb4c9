import { describe, expect, it } from 'vitest';
import type { ContentOptions } from '../page/select/content-options.ts';
import { analyzeResource } from './analyze-resource.ts';

const analyze = (
  body: string,
  {
    contentType = 'text/html',
    status = 200,
    content,
  }: { contentType?: string; status?: number; content?: ContentOptions } = {},
) =>
  analyzeResource({
    content,
    url: 'https://example.org/page',
    contentType,
    charset: 'utf-8',
    status,
    headers: {},
    body: new TextEncoder().encode(body),
  });
const paragraph = '<p>The old mill by the river grinds the grain of the whole village, day after day.</p>';
const bundle = '<script type="module" src="/assets/index-4f2a.js"></script>';

describe('analyzeResource', () => {
  it('returns a page with content without a block page or JavaScript requirement', async () => {
    const { converted, isBlank, blockPage, javascriptRequirement, textLength } = await analyze(
      `<title>Mill</title><main>${paragraph.repeat(5)}</main>`,
    );
    expect(converted.markdown).toContain('The old mill');
    expect({ isBlank, blockPage, javascriptRequirement }).toEqual({ isBlank: false });
    expect(textLength).toBeGreaterThan(300);
  });

  it('reports an empty page whose content is created by scripts', async () => {
    expect(await analyze(`<div id="root"></div>${bundle}`)).toMatchObject({
      isBlank: true,
      javascriptRequirement: { reason: '#root has no text' },
      textLength: 0,
    });
  });

  it('does not report a JavaScript requirement for a page of at least 2,000 characters of Markdown', async () => {
    const notice = '<noscript>Please enable JavaScript.</noscript>';
    const nav = (count: number) => `<nav>${`<a href="/x">word</a> `.repeat(count)}</nav>`;
    const link = `<a href="/${'x'.repeat(2000)}">link</a>`;
    const html = (content: string) => `${notice}${nav(2)}<main><p>${content}</p></main>${bundle}`;
    expect((await analyze(html('A short text.'))).javascriptRequirement).toBeDefined();
    const long = await analyze(html(`A short text with a ${link}.`));
    expect(long.converted.markdown.length).toBeGreaterThanOrEqual(2000);
    expect(long.javascriptRequirement).toBeUndefined();
  });

  it.each([
    [{ includeTags: ['.missing'] }, 'includeTags: matches no element'],
    [
      { includeTags: ['p'], excludeTags: ['main'] },
      'includeTags: matches no element that excludeTags leaves',
    ],
    [{ includeTags: ['i'] }, 'includeTags: matches only elements without content'],
    [{ excludeTags: ['main'] }, 'excludeTags: removes all content'],
    [{ includeTags: ['main'], excludeTags: ['p'] }, 'includeTags, excludeTags: leave no content'],
    [{ includeTags: ['p'], excludeTags: ['i'] }, undefined],
  ])('explains why %j select no content', async (content, expected) => {
    const html = `<main>${paragraph.repeat(5)}<i></i></main>`;
    const { emptySelection, hasContent } = await analyze(html, { content });
    expect({ emptySelection, hasContent }).toEqual({
      emptySelection: expected,
      hasContent: expected === undefined,
    });
  });

  it('does not blame selectors for a page without content, and renders it if it has scripts', async () => {
    const content = { includeTags: ['main'] };
    expect(await analyze('<div></div>', { content })).toMatchObject({
      emptySelection: undefined,
      javascriptRequirement: undefined,
    });
    expect(await analyze('<script>show()</script>', { content })).toMatchObject({
      emptySelection: undefined,
      javascriptRequirement: { reason: 'the selected content may be created by scripts' },
    });
  });

  it('reports an error page', async () => {
    expect((await analyze('<h1>Gone</h1>', { status: 410 })).blockPage).toEqual({
      kind: 'error_page',
      reason: 'status 410',
    });
  });

  it('checks only HTML: other kinds have a text length of 0', async () => {
    expect(await analyze('{"error":404}', { contentType: 'application/json', status: 404 })).toMatchObject({
      converted: { kind: 'json' },
      isBlank: false,
      textLength: 0,
    });
    expect(await analyze('', { contentType: 'text/plain' })).toMatchObject({ isBlank: true });
  });
});
