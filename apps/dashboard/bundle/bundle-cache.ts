import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import type { DashboardBundle, DashboardFile } from './dashboard-file.ts';

const storedFile = z.object({ type: z.string(), gzip: z.base64() });
const storedBundle = z.object({
  folder: z.string(),
  /** SHA-256 by path relative to the root. */
  inputs: z.record(z.string(), z.string()),
  version: z.string(),
  page: storedFile,
  files: z.record(z.string(), storedFile),
});

type StoredFile = z.output<typeof storedFile>;

const decompress = promisify(gunzip);

/** A bundle on disk, which is valid while the files that it was made from have the same content. */
export class BundleCache {
  readonly #path: string;
  readonly #root: string;

  /**
   * @param path of the file; its folder need not exist
   * @param root folder to which the paths of the inputs are relative
   */
  constructor(path: string, root: string) {
    this.#path = path;
    this.#root = root;
  }

  /**
   * Returns the bundle.
   *
   * @param folder path of the files on the server
   * @returns undefined if there is none, or it is damaged, for another folder, or older than one of its inputs
   */
  async read(folder: string): Promise<DashboardBundle | undefined> {
    try {
      const stored = storedBundle.parse(JSON.parse(await readFile(this.#path, 'utf8')));
      if (stored.folder !== folder) return undefined;
      const paths = Object.keys(stored.inputs);
      const current = await this.#hash(paths);
      if (paths.some((path) => current[path] !== stored.inputs[path])) return undefined;
      const [page, files] = await Promise.all([
        load(stored.page),
        Promise.all(
          Object.entries(stored.files).map(async ([name, file]) => [name, await load(file)] as const),
        ),
      ]);
      return { page, version: stored.version, files: new Map(files) };
    } catch {
      // Missing, damaged, or an input has been removed: it is bundled again.
      return undefined;
    }
  }

  /**
   * Stores a bundle. A folder that cannot be written has no cache.
   *
   * @param inputs paths of the files that it was made from, relative to the root
   */
  async write(folder: string, bundle: DashboardBundle, inputs: readonly string[]): Promise<void> {
    const temporary = `${this.#path}.${randomUUID()}`;
    try {
      const stored: z.input<typeof storedBundle> = {
        folder,
        inputs: await this.#hash(inputs),
        version: bundle.version,
        page: store(bundle.page),
        files: Object.fromEntries([...bundle.files].map(([name, file]) => [name, store(file)])),
      };
      await writeFile(temporary, JSON.stringify(stored), { mode: 0o600 });
      await rename(temporary, this.#path);
    } catch {
      await rm(temporary, { force: true });
    }
  }

  async #hash(paths: readonly string[]): Promise<Record<string, string>> {
    const hashes = paths.map(async (path) => {
      const content = await readFile(join(this.#root, path));
      return [path, createHash('sha256').update(content).digest('hex')] as const;
    });
    return Object.fromEntries(await Promise.all(hashes));
  }
}

const store = ({ type, gzip }: DashboardFile): StoredFile => ({ type, gzip: gzip.toString('base64') });

async function load({ type, gzip }: StoredFile): Promise<DashboardFile> {
  const compressed = Buffer.from(gzip, 'base64');
  return { type, body: await decompress(compressed), gzip: compressed };
}
