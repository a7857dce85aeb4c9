import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const url = 'https://example.org/';
/** Inside a quote a paragraph goes through the full conversion. */
const fully = async (inner: string, tag = 'p') => {
  const quoted = await htmlToMarkdown(`<blockquote><${tag}>${inner}</${tag}></blockquote>`, url);
  return quoted
    .replace(/^> ?/gm, '')
    .replace(/^(#+)\s+/, '$1 ')
    .trim();
};
const plainly = (inner: string, tag = 'p') => htmlToMarkdown(`<${tag}>${inner}</${tag}>`, url);

describe('writePlainBlock', () => {
  it.each([
    'Simple words, and more: (in brackets) 50% "quoted"!',
    ' leading and trailing  spaces\n and lines ',
    '1. not a list',
    '12) nor this',
    '- nor this',
    '+ nor this',
    'see www.example.org or http://example.org now',
    'George W.Bush',
    'a <a href="https://example.org/x?a=1">link</a>, and <a href="/y">more</a>.',
    'wow!<a href="/y">link</a>',
    '<a href="/a">one</a><a href="/b">two</a>',
    'an <em>important</em> <strong>word</strong>.',
    'in<em>side</em> of a word',
    '<strong>Note:</strong> text',
    'snake_case and 2*3*4 and a [b] &amp; &lt;c&gt;',
    'Zürich, größer – “naïve” … 日本語、テスト。',
    'a&nbsp;b&nbsp;',
    '<em>a</em><strong>b</strong>',
    'text <b> spaced </b> out',
    'word <a href="/x">&nbsp;</a> word',
  ])('writes the same as the full conversion: %s', async (inner) => {
    expect(await plainly(inner)).toBe(await fully(inner));
    expect(await plainly(inner, 'h2')).toBe(await fully(inner, 'h2'));
  });

  it('writes the same as the full conversion for any sequence of words, links and emphasis', async () => {
    const word = fc.constantFrom(
      'word',
      'Zwei',
      '3',
      '4.',
      '-',
      ',',
      '(x)',
      '"q"',
      '.',
      '!',
      'a_b',
      '*',
      'w.x',
      '\u00a0',
      '–',
    );
    const piece = fc.oneof(
      { weight: 5, arbitrary: word },
      word.map((text) => `<em>${text}</em>`),
      word.map((text) => `<strong>${text}</strong>`),
      word.map((text) => `<a href="/${encodeURIComponent(text)}">${text}</a>`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (pieces, spaced) => {
          const inner = pieces.join(spaced ? ' ' : '');
          expect(await plainly(inner)).toBe(await fully(inner));
        },
      ),
      { numRuns: 300 },
    );
  });
});
