import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readDescriptions } from './read-descriptions.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const description = 'The council of Hadley has bought the old water mill and wants to open a museum.';
const gold = 'The town council voted on Tuesday to buy the mill on River Street.\n'.repeat(8);

/** Writes pages as `wcxb-dev` has them, and reads their descriptions. */
function readPages(pages: readonly { type?: string; gold?: string; head: string }[]) {
  mkdirSync(join(folder, 'html'), { recursive: true });
  const rows = pages.map((page, index) => {
    const id = `page-${index}`;
    writeFileSync(join(folder, 'html', `${id}.html`), `<html><head>${page.head}</head><body></body></html>`);
    return JSON.stringify({ id, type: page.type ?? 'article', gold: page.gold ?? gold });
  });
  writeFileSync(join(folder, 'gold.jsonl'), `${rows.join('\n')}\n`);
  return readDescriptions(folder);
}

const meta = (content: string, name = 'name="description"') => `<meta ${name} content="${content}">`;

it('returns the text and the longest description of articles', () => {
  const head = meta('Mills') + meta(`  ${description}\n`, 'property="og:description"');
  expect(readPages([{ head }])).toEqual([{ text: gold, reference: description }]);
});

it('leaves out pages of other types, and articles that are hardly longer than their description', () => {
  const head = meta(description);
  expect(
    readPages([
      { type: 'forum', head },
      { gold: gold.slice(0, 200), head },
    ]),
  ).toEqual([]);
});

it('leaves out missing, short and very long descriptions', () => {
  const heads = [
    '',
    meta('A short label.'),
    meta(description.repeat(10)),
    meta(description, 'name="keywords"'),
  ];
  expect(readPages(heads.map((head) => ({ gold: gold.repeat(20), head })))).toEqual([]);
});

it('leaves out descriptions that are copied from the text, also if they are cut', () => {
  const text = `${gold}${description}`;
  const cut = `${description.slice(0, 70)}…`;
  expect(readPages([meta(description), meta(cut)].map((head) => ({ gold: text, head })))).toEqual([]);
});
