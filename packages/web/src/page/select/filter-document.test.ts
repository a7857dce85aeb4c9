import { domText } from '@quern/content/dom/dom';
import { parseDocument } from '@quern/content/dom/parse-document';
import { describe, expect, it } from 'vitest';
import { type ElementFilter, filterDocument } from './filter-document.ts';
import { parseSelector, SelectorError } from './parse-selector.ts';

const page = `<header id="top">Top</header>
  <main class="page wide" data-kind="News"><h1>Title</h1><p class="lead">Lead</p><p>Body <b>bold</b></p>
  <ul><li>one</li><li class="ad">two</li><li lang="en-GB">three</li></ul></main><footer>End</footer>`;

async function textOf(filter: ElementFilter): Promise<string> {
  const document = await parseDocument(page);
  filterDocument(document, filter);
  return domText(document.body).replace(/\s+/g, ' ').trim();
}

describe('filterDocument', () => {
  it.each([
    ['#top', 'Top'],
    ['main > p.lead', 'Lead'],
    ['main p', 'LeadBody bold'],
    ['h1 + p', 'Lead'],
    ['h1 ~ p', 'LeadBody bold'],
    ['.wide b', 'bold'],
    ['li:first-child, li:last-child', 'onethree'],
    ['li:not(.ad):not(:first-child)', 'three'],
    [':is(h1, footer)', 'TitleEnd'],
    ['[data-kind=news i] h1', 'Title'],
    ['[lang|=en]', 'three'],
    ['[class^=wi], [class~=lead]', 'Lead'],
    ['main main', ''],
    ['body', 'Top TitleLeadBody bold onetwothreeEnd'],
  ])('includes the elements that %s matches, each once', async (selector, expected) => {
    expect(await textOf({ includeTags: [selector] })).toBe(expected);
  });

  it('removes excluded elements, also inside included ones', async () => {
    expect(await textOf({ excludeTags: ['header, footer', 'p'] })).toBe('Title onetwothree');
    expect(await textOf({ includeTags: ['ul'], excludeTags: ['.ad'] })).toBe('onethree');
    expect(await textOf({ excludeTags: ['body'] })).toBe('');
  });

  it('matches the html element, as an ancestor too', async () => {
    const bodyOf = async (filter: ElementFilter) => {
      const document = await parseDocument(
        '<html class="js"><head><title>T</title></head><p>Text</p><main>Main</main>',
      );
      filterDocument(document, filter);
      return domText(document.body);
    };
    expect(await bodyOf({ includeTags: ['html.js > body main'] })).toBe('Main');
    expect(await bodyOf({ includeTags: ['html:root'] })).toBe('TextMain');
    expect(await bodyOf({ includeTags: ['title'] })).toBe('');
    expect(await bodyOf({ excludeTags: ['html p'] })).toBe('Main');
    expect(await bodyOf({ excludeTags: ['html'] })).toBe('');
  });
});

describe('parseSelector', () => {
  it.each(['', '>', 'a >', 'p[', 'a..b', '::before', ':has(p)', ':not(a b)', 'a || b', '*'.repeat(501)])(
    'rejects %j',
    (selector) => {
      expect(() => parseSelector(selector)).toThrow(SelectorError);
    },
  );
});
