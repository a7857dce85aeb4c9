import { describe, expect, it } from 'vitest';
import { analyzeResource } from './analyze-resource.ts';

const analyze = (body: string, { contentType = 'text/html', status = 200 } = {}) =>
  analyzeResource({
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
