import { describe, expect, it } from 'vitest';
import { readTextBlocks } from './read-text-blocks.ts';

/** Blocks of a page as `role | text`. */
function outline(body: string): string[] {
  return readTextBlocks(`<!doctype html>\n<html><body>${body}</body></html>`).map(
    ({ role, text }) => `${role} | ${text}`,
  );
}

describe('readTextBlocks on pages', () => {
  it('reads line breaks as white space', () => {
    expect(outline('<p>The house has twelve\nX terminals\n\nin use at the company.</p>')).toEqual([
      'prose | The house has twelve X terminals in use at the company.',
    ]);
  });

  it('skips attributes with angle brackets', () => {
    const sentence = 'The page has a widget.';
    expect(outline(`<div data-a='{"b":"<p>c</p>"}' title="1 > 0"><p>${sentence}</p></div>`)).toEqual([
      `prose | ${sentence}`,
    ]);
    expect(outline(`<p><span data-a='{"b":"<i>c</i>"}'>The page</span> has a widget.</p>`)).toEqual([
      `prose | ${sentence}`,
    ]);
    expect(outline(`<p>It's <b title=x>Tom's</b> page.</p>`)).toEqual(["prose | It's Tom's page."]);
  });

  it('sets lines of links aside, but not a sentence that is a link', () => {
    const link = (text: string) => `<a href="/x">${text}</a>`;
    const sentence = 'The new bridge across the river was opened by the mayor on Monday.';
    expect(
      outline(
        `<ul><li>${link('New arrivals')}</li><li>${link('Shop all')}</li></ul><p>${link(sentence)}</p>`,
      ),
    ).toEqual(['aside | New arrivals', 'aside | Shop all', `prose | ${sentence}`]);
  });

  it('removes elements that scripts define', () => {
    expect(
      outline(
        '<p>Opened <relative-time datetime="2024-01-02">in May</relative-time> again.</p><x-empty></x-empty>',
      ),
    ).toEqual(['prose | Opened in May again.']);
    expect(readTextBlocks('Name it <branch-name> as usual.').map(({ text }) => text)).toEqual([
      'Name it <branch-name> as usual.',
    ]);
  });

  it('keeps the lines of Markdown that begins with HTML', () => {
    const text = '<h1 align="center">Tool</h1>\n\n- One item of it\n- Another item\n\nIt is small.';
    expect(readTextBlocks(text).map(({ role }) => role)).toEqual(['title', 'item', 'item', 'prose']);
  });
});
