import { describe, expect, it } from 'vitest';
import { analyzePage } from '../analyze-page.ts';
import { labelGroups } from './heading-outline.ts';

const prose =
  'The ferry crossed the upper lake on Sunday, for the first time in nine years, with a brass band on the rear deck.';

async function structureOf(body: string, head = '') {
  const { blocks, features } = await analyzePage({
    html: `<html><head>${head}</head><body>${body}</body></html>`,
    url: 'https://www.example.org/news/ferry',
  });
  const blockOf = (text: string) => blocks.blocks.findIndex((block) => block.text.includes(text));
  const tagOf = (element: number) => blocks.elements[element]?.name;
  return { ...features.structure, page: blocks, blockOf, tagOf };
}

describe('link targets', () => {
  it('counts links to the same site with and without www, and links to other sites', async () => {
    const { links } = await structureOf(
      '<a href="/news/a">A</a><a href="https://example.org/b">B</a><a href="https://other.example/c">C</a><a href="#top">D</a><a href="https://www.example.org/news/ferry#e">E</a><a href="mailto:a@example.org">F</a>',
    );
    expect([links.sameSite[0], links.external[0]]).toEqual([2, 1]);
  });
});

describe('repeated units', () => {
  const card = (index: number) =>
    `<div class="card card-${index}"><img src="/${index}.jpg"><h3><a href="/news/${index}">Title ${index}</a></h3><p>Excerpt ${index}</p></div>`;

  it('finds teasers whose further class names differ', async () => {
    const { units, page, blockOf } = await structureOf(
      `<p>${prose}</p><section>${[1, 2, 3, 4].map(card).join('')}</section>`,
    );
    const container = page.blocks[blockOf('Excerpt 2')]?.container ?? 0;
    const unit = units.unitOf[container] ?? -1;
    expect(unit).toBeGreaterThan(0);
    expect([units.size[unit], units.linkingShare[unit], units.parentShare[unit]]).toEqual([4, 1, 1]);
    expect(units.unitOf[page.blocks[blockOf('ferry')]?.container ?? 0]).toBe(-1);
  });

  it('does not take paragraphs, cells or a pair of cards for units', async () => {
    const { units } = await structureOf(
      `${`<p>${prose}</p>`.repeat(4)}<table>${'<tr><td>a<td>b<td>c'.repeat(4)}</table>${card(1)}${card(2)}`,
    );
    expect([...units.unitOf].every((unit) => unit === -1)).toBe(true);
  });
});

describe('text body', () => {
  it('is the parent of the paragraphs with the most prose', async () => {
    const { body, tagOf, blockOf } = await structureOf(
      `<aside><p>${prose}</p></aside><article><h1>Title</h1><p>The first ${prose}</p><p>${prose}</p><p>The last ${prose}</p></article>`,
    );
    expect(tagOf(body.element)).toBe('article');
    expect([body.firstBlock, body.lastBlock]).toEqual([blockOf('The first'), blockOf('The last')]);
    expect(body.share).toBeGreaterThan(0.7);
  });

  it('does not exist on a page without prose', async () => {
    expect((await structureOf('<p>Short.</p>')).body.element).toBe(-1);
  });
});

describe('heading outline', () => {
  it('knows the headings of the enclosing sections until one of the same level', async () => {
    const { outline, blockOf } = await structureOf(
      '<h2>Related stories</h2><h3>Bridge closes</h3><p>Excerpt one</p><h2>Timetable</h2><p>Excerpt two</p>',
    );
    const related = labelGroups.indexOf('related');
    const row = (text: string) => blockOf(text) * labelGroups.length + related;
    expect(outline.enclosing[row('Excerpt one')]).toBe(1);
    expect(outline.enclosing[row('Excerpt two')]).toBe(0);
    expect(outline.sinceLabel[row('Excerpt one')]).toBe(2);
  });
});

describe('stated body', () => {
  it('spans the blocks that JSON-LD states as articleBody', async () => {
    const { firstStated, lastStated, blockOf } = await structureOf(
      `<p>Menu</p><p>first ${prose}</p><p>An unstated caption</p><p>last ${prose}</p><p>Other words that the publisher did not state as the body of its article</p>`,
      `<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"first ${prose} last ${prose}"}</script>`,
    );
    expect([firstStated, lastStated]).toEqual([blockOf('first'), blockOf('last')]);
  });
});
