import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withUint32 } from '../fixtures/with-uint32.ts';
import { EmbeddingTable } from './embedding-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'embeddings-'));
const path = join(folder, 'embeddings.bin');
afterAll(() => rmSync(folder, { recursive: true }));

/** Two rows of two blocks with the scales 1, −2, the smallest float16 (2^-24) and 0.1 rounded to float16. */
const bytes = Uint8Array.from([
  ...new TextEncoder().encode('QEMB'),
  ...new Uint8Array(Uint32Array.of(1, 2, 64, 32).buffer),
  ...new Uint8Array(Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x2e66).buffer),
  ...Array.from({ length: 64 }, (_, at) => (at * 37) % 256),
]);

describe('EmbeddingTable', () => {
  it('decodes rows in the order of the ids and rejects ids outside the table', () => {
    writeFileSync(path, bytes);
    const table = EmbeddingTable.open(path);
    const out = new Float32Array(3 * 64 + 5);
    table.lookUp(Int32Array.of(1, 0, 1), out, 5);
    const scales = [1, -2, 2 ** -24, 0.0999755859375];
    const expected = [1, 0, 1].flatMap((row) =>
      Array.from({ length: 64 }, (_, value) => {
        const [block, step] = [Math.floor(value / 32), value % 32];
        const byte = bytes[28 + row * 32 + block * 16 + (step % 16)] ?? 0;
        return ((step < 16 ? byte & 15 : byte >> 4) - 8) * (scales[row * 2 + block] ?? 0);
      }),
    );
    expect([...out]).toEqual([0, 0, 0, 0, 0, ...expected.map(Math.fround)]);
    expect(() => table.lookUp(Int32Array.of(2), out, 0)).toThrow('No embedding 2');
    expect(() => table.lookUp(Int32Array.of(-1), out, 0)).toThrow('No embedding -1');
    table.close();
  });

  it.each([
    ['of another format', bytes.slice(4), 'not an embedding table'],
    ['that is empty', new Uint8Array(0), 'not an embedding table'],
    ['that is truncated', bytes.slice(0, -1), 'damaged'],
    ['with rows that are not divisible into blocks', withUint32(bytes, 12, 63), 'damaged'],
    ['with fewer rows than its header states', withUint32(bytes, 8, 3), 'damaged'],
  ])('rejects a file %s', (_, file, message) => {
    writeFileSync(path, file);
    expect(() => EmbeddingTable.open(path)).toThrow(message);
  });
});
