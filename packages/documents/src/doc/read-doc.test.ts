import { readFileSync } from 'node:fs';
import { makeCompoundFile } from '@quern/testing/documents/make-compound-file';
import { describe, expect, it } from 'vitest';
import { openCompoundFile } from '../compound/open-compound-file.ts';
import { convertDocument } from '../convert-document.ts';

const fixtures = new URL('../../../../testing/src/documents/fixtures/', import.meta.url);
const orchard = readFileSync(new URL('orchard.doc', fixtures));

/** The streams of the document, with changes of its main stream. */
function changeMain(change: (main: Buffer) => void): Buffer {
  const storage = openCompoundFile(orchard);
  const main = Buffer.from(storage.stream('WordDocument') ?? '');
  change(main);
  return makeCompoundFile({ WordDocument: main, '1Table': storage.stream('1Table') ?? Buffer.alloc(0) });
}

describe('convertDocument of a binary document', () => {
  it('writes headings, lists, merged cells, links, emphasis, code, quotations and notes, without running heads', async () => {
    const { markdown, format, metadata } = await convertDocument(orchard);
    expect(format).toBe('doc');
    expect(metadata).toMatchObject({
      title: 'The Orchard Year',
      author: 'Ines Varga',
      createdAt: '2024-03-05T09:00:00Z',
    });
    expect(markdown).toBe(`# The Orchard Year

An old orchard of **forty trees** needs *patience*, not ~~money~~. The [guide](https://orchard.example/guide) explains why.[^1]

## Winter

Prune on dry days – the saw must be clean. Größe, façade, čeština, Ελλάδα and 果樹園 stay as they are.

1. Remove dead wood.
2. Open the crown.
   1. Cut crossing branches.
   2. Keep the leader.
3. Paint large cuts.

### Tools

- Ladder with three legs
  - Rubber feet
- Folding saw

## Harvest

| Variety | Week | Crates |
| --- | --- | --- |
| Boskoop | 38 | 12 |
| Boskoop | 39 | 17 |
| All varieties | All varieties | 29 |

> Who plants pears plants for heirs.

\`\`\`
crates = 12 + 17;
\`\`\`

The cider press runs in October.[^2] Line one\\
line two.

[^1]: Counted in the autumn of 2023.

[^2]: It was built in 1931.`);
  });

  it('refuses an encrypted document', async () => {
    const encrypted = changeMain((main) => main.writeUInt16LE(main.readUInt16LE(10) | 0x100, 10));
    await expect(convertDocument(encrypted)).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('refuses documents before Word 97', async () => {
    const word95 = changeMain((main) => main.writeUInt16LE(0x68, 2));
    await expect(convertDocument(word95)).rejects.toMatchObject({ code: 'unsupported' });
    const word6 = changeMain((main) => main.writeUInt16LE(0xa5dc, 0));
    await expect(convertDocument(word6)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('rejects a document without its table stream or its text', async () => {
    const main = openCompoundFile(orchard).stream('WordDocument') ?? Buffer.alloc(0);
    const withoutTable = makeCompoundFile({ WordDocument: main });
    await expect(convertDocument(withoutTable)).rejects.toMatchObject({ code: 'unreadable' });
    const withoutText = makeCompoundFile({ WordDocument: main, '1Table': Buffer.alloc(5000) });
    await expect(convertDocument(withoutText)).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('objects in a binary document', () => {
  const objects = readFileSync(new URL('objects.doc', fixtures));

  it('are read as in Flat OpenDocument, of which it was made: tables in tables, charts and formulas', async () => {
    const { markdown, warnings } = await convertDocument(objects);
    expect(markdown).toContain(
      '| Store | Boxes |\n| --- | --- |\n| North | By kind: Cox \\| 40 Boskoop \\| 25 in May |',
    );
    expect(markdown).toContain(
      'Harvest by year:\n\nHarvest\n\n| | Boxes |\n| --- | --- |\n| | 840 |\n| | 512 |',
    );
    expect(markdown).toContain('The juice is $v=\\frac{m}{d}$ litres.');
    expect(warnings.map(({ code }) => code)).toEqual(['pictures_left_out']);
  });

  it('are floating pictures after the paragraph of their anchor', async () => {
    const { markdown, pictures, warnings } = await convertDocument(objects, { images: true });
    expect(markdown).toMatch(/^The press is drawn at the side\.\n\n!\[\]\(image-1\.png\)\n\n\|/);
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([[16, 16]]);
    expect(warnings).toEqual([]);
  });

  it('that cannot be read are named by their kind, with a warning', async () => {
    const storage = openCompoundFile(objects);
    const streams = Object.fromEntries(
      storage.streamNames.map((name) => [name, storage.stream(name) ?? Buffer.alloc(0)]),
    );
    const [chart = '', formula = ''] = (storage.storage('ObjectPool')?.storageNames ?? [])
      .toSorted()
      .toReversed();
    const pool = {
      [chart]: { package_stream: Buffer.from('PK damaged') },
      [formula]: { 'Equation Native': Buffer.from('1c00', 'hex') },
    };
    const { markdown, warnings } = await convertDocument(makeCompoundFile({ ...streams, ObjectPool: pool }));
    expect(markdown).toContain(
      'Harvest by year:\n\n![Embedded object]()\n\nThe juice is ![Formula]() litres.',
    );
    expect(warnings).toEqual([
      { code: 'pictures_left_out', message: '1 picture without a description was left out' },
      {
        code: 'objects_not_read',
        message:
          'objects of other programs were not read, except for their pictures: 1 × embedded object, 1 × formula',
      },
    ]);
  });
});
