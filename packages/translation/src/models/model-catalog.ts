import { readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '@quern/runtime/is-record';
import { gunzipIfCompressed } from '@quern/runtime/model-store';
import { verifyChecksum, verifyContent } from '@quern/runtime/verify-checksum';
import { type InstalledModel, listInstalledModels, modelFileBytesMax } from './installed-models.ts';
import type { ModelDownloader } from './model-downloader.ts';
import { checksumsFile, type ModelInstaller } from './model-installer.ts';
import type { RegistryFile } from './model-registry.ts';

/**
 * State of a model. `available`: published, but not installed; `verified` and `damaged` are results of a verification,
 * `unknown` that of a model without checksums.
 */
export type ModelStatus =
  | 'available'
  | 'downloading'
  | 'failed'
  | 'installed'
  | 'verified'
  | 'damaged'
  | 'unknown';

/** A model of a language pair. */
export interface CatalogModel {
  /** The pair, such as `en-pt`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly status: ModelStatus;
  /** Completed share of a download, 0 to 1; 0 before it and 1 after it. */
  readonly progress: number;
  /** Size of the installed files, or 0. */
  readonly bytes: number;
  /** Why a download or a verification failed; '' if it did not. */
  readonly error: string;
}

interface Download {
  progress: number;
  error: string | undefined;
  readonly controller: AbortController;
}

/** Lists, downloads, verifies and removes the models in a folder. */
export class ModelCatalog {
  readonly #modelsDir: string;
  readonly #downloader: ModelDownloader;
  readonly #installer: ModelInstaller;
  readonly #downloads = new Map<string, Download>();

  constructor(modelsDir: string, downloader: ModelDownloader, installer: ModelInstaller) {
    this.#modelsDir = modelsDir;
    this.#downloader = downloader;
    this.#installer = installer;
  }

  /**
   * Lists installed models and running downloads.
   *
   * @param includesAvailable whether models that the registry publishes are listed too
   * @throws Error when the registry is needed and cannot be loaded
   */
  async list(includesAvailable: boolean): Promise<CatalogModel[]> {
    const installed = await listInstalledModels(this.#modelsDir);
    const published = includesAvailable ? (await this.#downloader.loadRegistry()).models.keys() : [];
    const ids = [...new Set([...installed.keys(), ...this.#downloads.keys(), ...published])].sort();
    return Promise.all(ids.map((id) => this.#describe(id, installed.get(id))));
  }

  /** Returns a model that is installed, downloading, or failed to download; undefined for any other. */
  async find(id: string): Promise<CatalogModel | undefined> {
    const installed = (await listInstalledModels(this.#modelsDir)).get(id);
    return installed || this.#downloads.has(id) ? this.#describe(id, installed) : undefined;
  }

  /** Starts to download a model, unless it is installed or being downloaded. */
  async pull(id: string): Promise<CatalogModel> {
    const installed = (await listInstalledModels(this.#modelsDir)).get(id);
    const running = this.#downloads.get(id);
    if (!installed && (running === undefined || running.error !== undefined)) this.#start(id);
    return this.#describe(id, installed);
  }

  /**
   * Compares the files of an installed model with their checksums: those written when it was installed, else those of the
   * registry.
   *
   * @returns undefined if it is not installed
   */
  async verify(id: string): Promise<CatalogModel | undefined> {
    const model = (await listInstalledModels(this.#modelsDir)).get(id);
    if (model === undefined) return undefined;
    const described = await this.#describe(id, model);
    try {
      const isChecked = (await verifyByManifest(model)) || (await this.#verifyByRegistry(id, model));
      return { ...described, status: isChecked ? 'verified' : 'unknown' };
    } catch (error) {
      return { ...described, status: 'damaged', error: messageOf(error) };
    }
  }

  /** Removes an installed model, and stops its download. @returns whether there was one */
  async remove(id: string): Promise<boolean> {
    const download = this.#downloads.get(id);
    download?.controller.abort(new Error('The model was removed.'));
    this.#downloads.delete(id);
    const model = (await listInstalledModels(this.#modelsDir)).get(id);
    if (model) await rm(dirname(model.modelPath), { recursive: true, force: true });
    return model !== undefined || download !== undefined;
  }

  /** Stops all downloads. What they received is kept. */
  close(): void {
    for (const { controller } of this.#downloads.values())
      controller.abort(new Error('The catalog is closed.'));
  }

  #start(id: string): void {
    const download: Download = { progress: 0, error: undefined, controller: new AbortController() };
    this.#downloads.set(id, download);
    const progress = (fraction: number) => {
      download.progress = fraction;
    };
    this.#downloader
      .loadRegistry(download.controller.signal)
      .then(({ models }) => {
        const model = models.get(id);
        if (!model) throw new Error(`The registry has no model ${id}.`);
        return this.#installer.install(model.from, model.to, {
          signal: download.controller.signal,
          progress,
        });
      })
      .then(
        () => this.#downloads.delete(id),
        (error: unknown) => {
          download.error = messageOf(error);
        },
      );
  }

  async #describe(id: string, model: InstalledModel | undefined): Promise<CatalogModel> {
    const download = this.#downloads.get(id);
    const [from = '', to = ''] = model ? [model.from, model.to] : splitPair(id);
    const common = { id, from, to, error: download?.error ?? '' };
    if (model) {
      const bytes = await sizeOf([model.modelPath, model.shortlistPath, ...model.vocabularyPaths]);
      return { ...common, status: 'installed', progress: 1, bytes, error: '' };
    }
    if (download === undefined) return { ...common, status: 'available', progress: 0, bytes: 0 };
    const status = download.error === undefined ? 'downloading' : 'failed';
    return { ...common, status, progress: download.progress, bytes: 0 };
  }

  async #verifyByRegistry(id: string, model: InstalledModel): Promise<boolean> {
    const registry = await this.#downloader.loadRegistry().catch(() => undefined);
    const published = Object.values(registry?.models.get(id)?.files ?? {});
    const paths = [model.modelPath, model.shortlistPath, ...model.vocabularyPaths];
    const pairs = paths.map((path) => ({ path, file: published.find((file) => isSameFile(path, file)) }));
    if (pairs.some(({ file }) => file?.uncompressedHash === undefined)) return false;
    for (const { path, file } of pairs) {
      const bytes = await gunzipIfCompressed(await readFile(path), modelFileBytesMax);
      verifyContent(bytes, { sha256: file?.uncompressedHash }, basename(path));
    }
    return true;
  }
}

/** @returns false if the folder has no checksums @throws Error when a file differs from its checksum */
async function verifyByManifest(model: InstalledModel): Promise<boolean> {
  const folder = dirname(model.modelPath);
  const text = await readFile(join(folder, checksumsFile), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const manifest: unknown = JSON.parse(text);
  const listed = isRecord(manifest) && isRecord(manifest['files']) ? manifest['files'] : {};
  const files: Record<string, { sha256: string }> = {};
  for (const [name, entry] of Object.entries(listed))
    if (isRecord(entry) && typeof entry['sha256'] === 'string') files[name] = { sha256: entry['sha256'] };
  for (const path of [model.modelPath, model.shortlistPath, ...model.vocabularyPaths])
    verifyChecksum(folder, basename(path), { files });
  return true;
}

const withoutExtension = (name: string): string => name.replace(/\.gz$/, '');

const isSameFile = (path: string, file: RegistryFile): boolean =>
  withoutExtension(basename(path)).endsWith(withoutExtension(basename(file.path)));

async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `zh-hant-en` has two hyphens; one side is always English. */
function splitPair(id: string): string[] {
  const [, from, to] = /^(.+)-(en)$/.exec(id) ?? /^([^-]+)-(.+)$/.exec(id) ?? [];
  return [from ?? id, to ?? ''];
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;
}
