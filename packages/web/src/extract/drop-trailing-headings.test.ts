import { type DomElement, domText } from '@quern/content/dom/dom';
import { parseDocument } from '@quern/content/dom/parse-document';
import { expect, it } from 'vitest';
import { buildTree } from '../page/tree/build-tree.ts';
import type { PageType } from './blocks/page-type.ts';
import { dropTrailingHeadings } from './drop-trailing-headings.ts';

const treeOf = async (html: string): Promise<DomElement> =>
  buildTree((await parseDocument(html)).body, { baseUrl: 'https://a.example/' });

async function textAfter(html: string, pageType: PageType = 'article'): Promise<string> {
  return domText(dropTrailingHeadings(await treeOf(html), pageType))
    .replace(/\s+/g, ' ')
    .trim();
}

it.each([
  ['<p>Text</p><h2>Comments</h2>', 'Text'],
  ['<div><p>Text</p></div><section><div><h2>More</h2></div><hr></section>', 'Text'],
  ['<p>Text</p><h2>More</h2><h3>From us</h3> ', 'Text'],
  ['<h2>Part</h2><p>Text</p><h2>Related</h2>', 'PartText'],
])('drops the section headings at the end of %s', async (html, expected) => {
  expect(await textAfter(html)).toBe(expected);
});

it.each([
  '<h1>Title</h1>',
  '<h2>Only</h2>',
  '<p>Text</p><h1>Title</h1>',
  '<p>Text</p><h3>One</h3><h3>Two</h3>',
  '<p>Text</p><h2><a href="/b">Mill</a></h2>',
  '<p>Text</p><h2>Gallery</h2><img src="a.png" alt="">',
  '<p>Text</p><h2>Part</h2><pre>code</pre>',
  `<p>Text</p><h2>${'What do you think about it? '.repeat(3)}</h2>`,
])('keeps %s', async (html) => {
  const tree = await treeOf(html);
  expect(dropTrailingHeadings(tree, 'article')).toBe(tree);
});

it('keeps the headings of service pages and listings', async () => {
  expect(await textAfter('<p>Text</p><h2>Get a quote</h2>', 'service')).toBe('TextGet a quote');
  expect(await textAfter('<p>Text</p><h2>Mill</h2>', 'listing')).toBe('TextMill');
});
