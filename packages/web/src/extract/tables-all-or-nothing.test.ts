import { describe, expect, it } from 'vitest';
import { analyzePage } from './analyze-page.ts';
import { tablesAllOrNothing } from './tables-all-or-nothing.ts';

const prose =
  '<p>The ferry leaves the island at half past six, and those who miss it sleep at the harbor, where the inn has four rooms and a cat.</p><p>In winter the last boat goes an hour earlier, since the crew has to be back before dark.</p>';

/** Whether all cells of a table between kept paragraphs are kept at this probability, with a threshold of 0.5. */
async function keepsTable(rows: string, probability: number): Promise<boolean> {
  const html = `<body><nav><a href="/">Home</a></nav><main>${prose}<table>${rows}</table>${prose}</main></body>`;
  const { blocks, features } = await analyzePage({ html, url: 'https://example.org/' });
  const isCell = blocks.blocks.map(({ container }) => blocks.elements[container]?.name === 'td');
  const probabilities = Float32Array.from(isCell, (is) => (is ? probability : 0.9));
  const mask = Uint8Array.from(probabilities, (each) => Number(each >= 0.5));
  const words = features.textFeatures.map((text) => text.words);
  const kept = tablesAllOrNothing(blocks, mask, words, { probabilities, threshold: 0.5 });
  expect(isCell).toContain(true);
  return isCell.every((is, block) => !is || kept[block] === 1);
}

const link = (text: string) => `<td><a href="/${text}">${text}</a></td>`;

describe('tablesAllOrNothing', () => {
  it('keeps improbable tables of several rows between paragraphs that are kept', async () => {
    const rows = '<tr><td>Adults</td><td>4.50</td></tr><tr><td>Children</td><td>2.00</td></tr>';
    expect(await keepsTable(rows, 0.15)).toBe(true);
    expect(await keepsTable(rows, 0.05)).toBe(false);
  });

  it('keeps single rows and tables of links only if they are more probable', async () => {
    const menu = `<tr>${link('Timetable')}${link('Fares')}</tr><tr>${link('Harbor')}${link('Contact')}</tr>`;
    const row = '<tr><td>Page 1 of 1</td><td>3 posts</td></tr>';
    for (const rows of [menu, row]) {
      expect(await keepsTable(rows, 0.15)).toBe(false);
      expect(await keepsTable(rows, 0.3)).toBe(true);
    }
  });
});
