import { describe, expect, it } from 'vitest';
import { analyzeResource } from '../convert/analyze-resource.ts';
import { extractPage } from './extract-page.ts';

const url = 'https://mill.example/page';
const prose =
  'The old mill by the river grinds the grain of the whole village every day, and the miller sells bread on Saturdays.';

const explain = async (body: string) =>
  (await extractPage({ html: `<title>Mill</title>${body}`, url, debug: true })).debug;

describe('explainBlocks', () => {
  it('gives the kinds of evidence for and against a block', async () => {
    const menu = '<nav class="menu"><a href="/a">Home</a> <a href="/b">Shop</a> <a href="/c">Team</a></nav>';
    const debug = await explain(
      `${menu}<main><h1>Mill</h1>${`<p>${prose}</p><p>${prose} Twice.</p>`}</main>`,
    );
    const [links, , first] = debug?.blocks ?? [];
    expect(links).toMatchObject({ text: 'Home Shop Team', kept: false, path: 'body > nav.menu' });
    expect(links?.causes).toContainEqual({ cause: 'area', detail: 'nav', effect: expect.any(Number) });
    expect(first).toMatchObject({ kept: true });
    expect(first?.causes).toContainEqual({
      cause: 'main_text',
      detail: 'inside',
      effect: expect.any(Number),
    });
    expect(debug?.blockCount).toBe(debug?.blocks.length);
  });

  it('gives the rule alone where one decides', async () => {
    const pages = await Promise.all([
      explain(`<main><h1>Mill</h1><p>${prose}</p><p>${prose} Often.</p><p>${prose}</p></main>`),
      explain(
        `<div class="ad"><p>Buy flour</p></div><main><h1>Mill</h1>${`<p>${prose}</p>`.repeat(1)}<p>${prose} More.</p></main>`,
      ),
    ]);
    const causes = pages.map((page) =>
      page?.blocks.flatMap(({ causes: found }) => found.map(({ cause }) => cause)),
    );
    expect(causes[0]?.at(-1)).toBe('repeated_text');
    expect(pages[0]?.blocks.at(-1)?.kept).toBe(false);
    expect(causes[1]?.[0]).toBe('advertisement');
    expect(pages[1]?.blocks[0]).toMatchObject({ kept: false, probability: 0 });
  });

  it('explains the first 2,000 blocks, and bounds the texts and class names of hostile pages', async () => {
    const name = 'x'.repeat(100_000);
    const text = `${'a'.repeat(119)}😀`;
    const debug = await explain(
      `<main>${`<p class="${name}">${text}</p>`}${'<p>One.</p>'.repeat(2100)}</main>`,
    );
    expect(debug?.blockCount).toBe(2101);
    expect(debug?.blocks).toHaveLength(2000);
    expect(debug?.blocks[0]?.text).toBe('a'.repeat(119));
    expect(debug?.blocks[0]?.path.length).toBeLessThanOrEqual(200);
  });

  it('is not part of a page whose content is not selected, or of another kind of resource', async () => {
    const resource = (body: string, contentType = 'text/html') => ({
      url,
      contentType,
      charset: 'utf-8',
      body: new TextEncoder().encode(body),
      status: 200,
      headers: {},
      debug: true,
    });
    const page = `<main><h1>Mill</h1><p>${prose}</p></main>`;
    const whole = { ...resource(page), content: { onlyMainContent: false } };
    const included = { ...resource(page), content: { includeTags: ['p'] } };
    for (const input of [whole, included, resource('Plain text.', 'text/plain')]) {
      expect((await analyzeResource(input)).converted.page.debug).toBeUndefined();
    }
    expect((await analyzeResource(resource(page))).converted.page.debug?.blocks).toHaveLength(2);
  });
});
