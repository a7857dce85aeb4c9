import { readFileSync } from 'node:fs';
import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { describe, expect, it } from 'vitest';
import { openCompoundFile } from '../compound/open-compound-file.ts';
import { convertDocument } from '../convert-document.ts';

const fixtures = new URL('../../../../testing/src/documents/fixtures/', import.meta.url);
const orchard = readFileSync(new URL('orchard.ppt', fixtures));

/** The presentation with changes of its streams. */
function change(edit: (main: Buffer, user: Buffer) => void): Buffer {
  const storage = openCompoundFile(orchard);
  const main = Buffer.from(storage.stream('PowerPoint Document') ?? '');
  const user = Buffer.from(storage.stream('Current User') ?? '');
  edit(main, user);
  return makeCompoundFile({ 'PowerPoint Document': main, 'Current User': user });
}

/** Offset of the data of a record of a type in the main stream. @param index among those of the type */
function offsetOf(main: Buffer, type: number, index = 0): number {
  const head = Buffer.from([type & 255, type >> 8]);
  let at = main.indexOf(head);
  for (let count = 0; count < index; count++) at = main.indexOf(head, at + 1);
  return at + 6;
}

describe('convertDocument of a binary presentation', () => {
  it('writes a page for each slide: title, bullets, numbers, links, tables and notes', async () => {
    const { markdown, pages, format, metadata } = await convertDocument(orchard);
    expect(format).toBe('ppt');
    expect(metadata.title).toBe('');
    expect(pages.map(({ number, width }) => [number, width])).toEqual([
      [1, 793.75],
      [2, 793.75],
      [3, 793.75],
    ]);
    expect(markdown).toBe(`# Orchard talk

- Forty **old** trees
  - Boskoop and pears
- See the [website](https://orchard.example/)

> Welcome the guests.

## Harvest in crates

| Variety | Crates |
| --- | --- |
| Boskoop | 29 |

Ελλάδα, čeština, 果樹園

## Steps

1. Prune
   1. Dead wood
2. Pick`);
  });

  it('reads selected slides, and leaves out a hidden one with a warning', async () => {
    expect((await convertDocument(orchard, { pages: '3' })).markdown).toMatch(/^## Steps/);
    const hidden = change((main) => {
      const info = offsetOf(main, 1017, 1);
      main.writeUInt16LE(4, info + 10);
    });
    const { markdown, warnings } = await convertDocument(hidden);
    expect(markdown).not.toContain('Harvest');
    expect(warnings.map(({ code }) => code)).toEqual(['hidden_slide']);
  });

  it('reports a slide that is missing', async () => {
    const missing = change((main) => {
      // The last entries of the directory are the places of the slides and their notes.
      main.writeUInt32LE(0xfffffff0, offsetOf(main, 6002) + 4 + 8 + 4);
    });
    const { warnings } = await convertDocument(missing);
    expect(warnings.map(({ code }) => code)).toContain('missing_slide');
  });

  it('reads charts of LibreOffice as in Flat OpenDocument, of which it was made', async () => {
    const read = (name: string) => convertDocument(readFileSync(new URL(name, fixtures)));
    const { markdown, warnings } = await read('chart.ppt');
    expect(markdown).toBe((await read('chart.fodp')).markdown);
    expect(markdown).toContain('| New press | 1512 |');
    expect(warnings).toEqual([]);
  });

  it('refuses an encrypted presentation', async () => {
    const encrypted = change((_, user) => user.writeUInt32LE(0xf3d1c4df, 12));
    await expect(convertDocument(encrypted)).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('ends saves that refer to each other in a circle, and rejects a presentation without a document', async () => {
    const circular = change((main, user) => {
      const edit = user.readUInt32LE(16);
      main.writeUInt32LE(edit, edit + 8 + 8);
    });
    expect((await convertDocument(circular)).pages).toHaveLength(3);
    const without = change((_, user) => user.writeUInt32LE(12, 16));
    await expect(convertDocument(without)).rejects.toMatchObject({ code: 'unreadable' });
  });
});
