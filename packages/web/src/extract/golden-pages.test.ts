import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.ts';

/** Pages with their expected Markdown; the README in the folder describes them. */
const folder = new URL('../../golden/', import.meta.url);
/** Rewrites the expected Markdown instead of comparing it. */
const isUpdate = process.env['QUERN_UPDATE_GOLDEN'] === '1';
const files = readdirSync(folder);
const names = files.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -'.html'.length));

/** Converts a page, whose canonical link is its URL. */
async function extractGolden(name: string): Promise<string> {
  const html = await readFile(new URL(`${name}.html`, folder), 'utf8');
  const url = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  if (url === undefined) throw new Error(`${name}.html has no canonical link`);
  const { markdown } = await extractPage({ html, url });
  return `${markdown}\n`;
}

describe('golden pages', () => {
  it('are at least 60, each with expected Markdown', () => {
    const expected = files
      .filter((file) => /^\d\d-.*\.md$/.test(file))
      .map((file) => file.replace('.md', ''));
    expect(names.length).toBeGreaterThanOrEqual(60);
    if (!isUpdate) expect(expected).toEqual(names);
  });

  it.each(names)('%s has the expected Markdown', async (name) => {
    const markdown = await extractGolden(name);
    const file = new URL(`${name}.md`, folder);
    if (isUpdate) await writeFile(file, markdown);
    expect(markdown).toBe(await readFile(file, 'utf8'));
  });

  it.each(names)('%s has one heading of the first level with the text of its title', async (name) => {
    const markdown = (await readFile(new URL(`${name}.md`, folder), 'utf8')).replace(/^```.*?^```/gms, '');
    const [first = '', ...others] = markdown.split('\n').filter((line) => /^#{1,6} /.test(line));
    expect(first).toMatch(/^# \S/);
    const title = first.slice(2);
    expect(others.filter((line) => line.replace(/^#+ /, '') === title)).toEqual([]);
  });
});
