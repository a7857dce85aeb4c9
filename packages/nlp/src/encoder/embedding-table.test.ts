import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openEmbeddingTable } from './embedding-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'embeddings-'));
const path = join(folder, 'embeddings.bin');
afterAll(() => rmSync(folder, { recursive: true }));

/** Two rows of two blocks: scales 1, −2, the least positive half (2^-24) and 0.1 as a half. */
const bytes = Uint8Array.from([
  ...new TextEncoder().encode('QEMB'),
  ...new Uint8Array(Uint32Array.of(1, 2, 64, 32).buffer),
  ...new Uint8Array(Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x2e66).buffer),
  ...Array.from({ length: 64 }, (_, at) => (at * 37) % 256),
]);

describe('embeddings', () => {
  it('are the nibbles less eight times the scale of their block, for ids in any order', () => {
    writeFileSync(path, bytes);
    const embeddings = openEmbeddingTable(path);
    const out = new Float32Array(3 * 64 + 5);
    embeddings.lookUp(Int32Array.of(1, 0, 1), out, 5);
    const scales = [1, -2, 2 ** -24, 0.0999755859375];
    const expected = [1, 0, 1].flatMap((row) =>
      Array.from({ length: 64 }, (_, value) => {
        const [block, step] = [Math.floor(value / 32), value % 32];
        const byte = bytes[28 + row * 32 + block * 16 + (step % 16)] ?? 0;
        return ((step < 16 ? byte & 15 : byte >> 4) - 8) * (scales[row * 2 + block] ?? 0);
      }),
    );
    expect([...out]).toEqual([0, 0, 0, 0, 0, ...expected.map(Math.fround)]);
    expect(() => embeddings.lookUp(Int32Array.of(2), out, 0)).toThrow('no embedding 2');
    expect(() => embeddings.lookUp(Int32Array.of(-1), out, 0)).toThrow('no embedding -1');
    embeddings.close();
  });

  it.each([
    ['something else', bytes.slice(4), 'no file of embeddings'],
    ['nothing', new Uint8Array(0), 'no file of embeddings'],
    ['cut off', bytes.slice(0, -1), 'damaged'],
    ['of rows that are no blocks', with32(12, 63), 'damaged'],
    ['of more rows than there are', with32(8, 3), 'damaged'],
  ])('are refused when they are %s', (_, file, message) => {
    writeFileSync(path, file);
    expect(() => openEmbeddingTable(path)).toThrow(message);
  });
});

function with32(at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
}
