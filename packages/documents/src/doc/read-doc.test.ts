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
