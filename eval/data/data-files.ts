import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Folder of the public data sets, next to the repository and not part of it. */
export const dataDir = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Reads the data files of one measurement and remembers what was read, so that the result can name its data. */
export class DataFiles {
  readonly root: string;
  readonly #hashes = new Map<string, string>();

  /** @param root folder that paths are relative to; the shared data folder by default */
  constructor(root: string = dataDir) {
    this.root = root;
  }

  /**
   * Reads a file and includes it in the hash.
   *
   * @param path path relative to the root
   * @throws Error when the file does not exist
   */
  read(path: string): Buffer {
    const file = join(this.root, path);
    if (!existsSync(file)) throw new Error(`${file} does not exist; this measurement needs the data sets`);
    const bytes = readFileSync(file);
    this.#hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
    return bytes;
  }

  /**
   * Reads the rows of a gzipped JSON Lines file.
   *
   * @param name path without `.jsonl.gz`, such as `sentiment/sst5.dev`
   * @param parse validates one row
   */
  readRows<Row>(name: string, parse: (row: unknown) => Row): Row[] {
    const lines = gunzipSync(this.read(`${name}.jsonl.gz`))
      .toString('utf8')
      .split('\n');
    return lines.filter((line) => line !== '').map((line) => parse(JSON.parse(line)));
  }

  /** Returns the SHA-256 of the names and contents of all files that were read, in the order of their names. */
  hash(): string {
    const hash = createHash('sha256');
    for (const [path, contentHash] of [...this.#hashes].sort(([left], [right]) => (left < right ? -1 : 1)))
      hash.update(`${path}\0${contentHash}\n`);
    return hash.digest('hex');
  }
}
