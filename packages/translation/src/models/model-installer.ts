import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { abortable } from '@quern/runtime/deadline';
import { gunzipIfCompressed, installModelFolder } from '@quern/runtime/model-store';
import type { Progress } from '@quern/runtime/progress';
import { verifyContent } from '@quern/runtime/verify-checksum';
import { ChecksumError } from './checksum-error.ts';
import { modelFileBytesMax } from './installed-models.ts';
import type { ModelDownloader } from './model-downloader.ts';
import { pairKey, type RegistryFile } from './model-registry.ts';

/** File in the folder of an installed model with the checksums of the others. */
export const checksumsFile = 'checksums.json';

/** Cancellation and progress reporting of one request for an installation. */
export interface InstallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress;
}

/** Downloads models into the models folder, each only once at a time. */
export class ModelInstaller {
  readonly #modelsDir: string;
  readonly #downloader: ModelDownloader;
  readonly #installing = new Map<string, Promise<void>>();

  constructor(modelsDir: string, downloader: ModelDownloader) {
    this.#modelsDir = modelsDir;
    this.#downloader = downloader;
  }

  /**
   * Installs the model of a pair. A request for a model that is already being installed waits for that installation, and
   * starts a new one only if it fails.
   *
   * @throws Error when the model cannot be downloaded or is damaged; the signal's reason when aborted
   */
  async install(from: string, to: string, options: InstallOptions = {}): Promise<void> {
    const key = pairKey(from, to);
    for (;;) {
      options.signal?.throwIfAborted();
      const running = this.#installing.get(key);
      if (running === undefined) break;
      if (await this.#waitFor(running, options.signal)) return;
    }
    const installation = this.#download(from, to, options).finally(() => this.#installing.delete(key));
    this.#installing.set(key, installation);
    return installation;
  }

  /** Waits for the installation of another request, but not after this one is aborted. @returns whether it succeeded */
  async #waitFor(running: Promise<void>, signal: AbortSignal | undefined): Promise<boolean> {
    const succeeded = running.then(
      () => true,
      () => false,
    );
    return signal === undefined ? succeeded : abortable(succeeded, signal);
  }

  async #download(from: string, to: string, { signal, progress }: InstallOptions): Promise<void> {
    const model = (await this.#downloader.loadRegistry(signal)).models.get(pairKey(from, to));
    if (!model) throw new Error(`The registry has no model ${pairKey(from, to)}.`);
    const files = Object.entries(model.files);
    await installModelFolder(this.#modelsDir, pairKey(model.from, model.to), async (folder) => {
      const checksums: Record<string, { sha256: string }> = {};
      for (const [index, [role, file]] of files.entries()) {
        const onProgress: Progress = (fraction) => progress?.((index + fraction) / files.length);
        const bytes = await this.#downloader.download(file, (packed) => unpackFile(packed, file), {
          signal,
          onProgress,
        });
        const name = fileName(role, file);
        await writeFile(join(folder, name), bytes);
        checksums[name] = { sha256: createHash('sha256').update(bytes).digest('hex') };
        progress?.((index + 1) / files.length);
      }
      await writeFile(join(folder, checksumsFile), `${JSON.stringify({ files: checksums }, null, 2)}\n`);
    });
  }
}

/** Unpacks a file and checks it. @throws ChecksumError when it is not the one in the registry */
async function unpackFile(packed: Uint8Array, file: RegistryFile): Promise<Uint8Array> {
  try {
    const bytes = await gunzipIfCompressed(packed, modelFileBytesMax);
    verifyContent(bytes, { bytes: file.uncompressedSize, sha256: file.uncompressedHash }, file.path);
    return bytes;
  } catch (cause) {
    throw new ChecksumError(`${file.path} is damaged.`, { cause });
  }
}

/** Prefixes of the file names by the registry's role, so that `listInstalledModels` can find the files. */
const prefixes: Readonly<Record<string, string>> = {
  model: 'model.',
  lexicalShortlist: 'lex.',
  vocab: 'vocab.',
  srcVocab: 'srcvocab.',
  trgVocab: 'trgvocab.',
};

function fileName(role: string, file: RegistryFile): string {
  const name = basename(file.path).replace(/\.gz$/, '');
  const prefix = prefixes[role];
  return prefix === undefined || name.startsWith(prefix) ? name : prefix + name;
}
