import { readFile } from 'node:fs/promises';
import type { HashedFeatures } from './hash-features.ts';
import manifest from './models/manifest.json' with { type: 'json' };

/** A linear model over hashed features. */
export interface LinearModel {
  readonly labels: readonly string[];
  /** One logit a label. */
  logits(features: HashedFeatures): Float64Array;
}

const loaded = new Map<string, Promise<LinearModel>>();

/** Reads a model of `models/` once; the files are made by `training/emotions` (format: its weights.py). */
export function loadLinearModel(name: 'sentiment' | 'emotion'): Promise<LinearModel> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const { file, labels } = manifest[name];
  const reading = readFile(new URL(`./models/${file}`, import.meta.url)).then((bytes) =>
    parseModel(bytes, labels),
  );
  loaded.set(name, reading);
  reading.catch(() => loaded.delete(name));
  return reading;
}

/** Throws when the bytes are not a whole model of that many labels. */
export function parseModel(bytes: Uint8Array, labels: readonly string[]): LinearModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = bytes.length >= 16 ? view.getUint32(0, false) : 0;
  if (magic !== 0x514c4d31) throw new Error('This is not a linear model (QLM1).');
  const [rows, columns, idBytes] = [
    view.getUint32(4, true),
    view.getUint32(8, true),
    view.getUint32(12, true),
  ];
  const idsAt = 16 + columns * 8;
  const weightsAt = idsAt + idBytes;
  if (columns !== labels.length || weightsAt + rows * columns !== bytes.length) {
    throw new Error(
      `The linear model is damaged: ${rows} × ${columns} weights do not fit ${bytes.length} bytes.`,
    );
  }
  const scales = Float32Array.from({ length: columns }, (_, at) => view.getFloat32(16 + at * 4, true));
  const bias = Float32Array.from({ length: columns }, (_, at) =>
    view.getFloat32(16 + (columns + at) * 4, true),
  );
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + weightsAt, rows * columns);
  const table = new HashTable(bytes.subarray(idsAt, weightsAt), rows);
  return {
    labels,
    logits({ words, characters }) {
      const sums = new Float64Array(columns);
      for (const group of [words, characters]) addGroup(sums, group, table, weights, scales);
      return sums.map((sum, at) => sum + (bias[at] ?? 0));
    },
  };
}

function addGroup(
  sums: Float64Array,
  hashes: ReadonlySet<number>,
  table: HashTable,
  weights: Int8Array,
  scales: Float32Array,
): void {
  const columns = sums.length;
  const group = new Float64Array(columns);
  for (const hash of hashes) {
    const row = table.rowOf(hash);
    if (row < 0) continue;
    for (let at = 0; at < columns; at += 1) group[at] = (group[at] ?? 0) + (weights[row * columns + at] ?? 0);
  }
  const value = hashes.size === 0 ? 0 : hashes.size ** -0.5;
  for (let at = 0; at < columns; at += 1)
    sums[at] = (sums[at] ?? 0) + (group[at] ?? 0) * (scales[at] ?? 0) * value;
}

/** From a hash to its row: open addressing over the ids, which are stored as varints of their differences. */
class HashTable {
  readonly #ids: Uint32Array;
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(packed: Uint8Array, rows: number) {
    this.#ids = unpackIds(packed, rows);
    this.#mask = 2 ** Math.ceil(Math.log2(rows * 2 + 2)) - 1;
    this.#slots = new Int32Array(this.#mask + 1).fill(-1);
    for (const [row, id] of this.#ids.entries()) {
      let slot = id & this.#mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = row;
    }
  }

  rowOf(hash: number): number {
    let slot = hash & this.#mask;
    for (;;) {
      const row = this.#slots[slot] ?? -1;
      if (row < 0 || this.#ids[row] === hash) return row;
      slot = (slot + 1) & this.#mask;
    }
  }
}

function unpackIds(packed: Uint8Array, rows: number): Uint32Array {
  const ids = new Uint32Array(rows);
  let [at, before] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    let [difference, factor, byte] = [0, 1, 0x80];
    while (byte >= 0x80) {
      byte = packed[at] ?? 0;
      difference += (byte & 0x7f) * factor;
      factor *= 128;
      at += 1;
    }
    before += difference;
    ids[row] = before;
  }
  return ids;
}
