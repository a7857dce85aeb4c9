import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipIfCompressed } from '@quern/runtime/model-store';
import type { Progress } from '@quern/runtime/progress';
import { ChecksumError } from './checksum-error.ts';
import { discardPart, downloadFile, type OpenDownload } from './download-file.ts';
import { type ModelRegistry, parseModelRegistry, type RegistryFile } from './model-registry.ts';

/**
 * Downloads a URL as a whole. The application provides it, so that it controls the network.
 *
 * @throws when the download fails or exceeds `bytesMax`; the signal's reason when aborted
 */
export type FetchBytes = (
  url: string,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly bytesMax: number;
    readonly onProgress?: Progress | undefined;
  },
) => Promise<Uint8Array>;

/** Registry of the models of Firefox (https://github.com/mozilla/translations). */
export const mozillaRegistryUrl =
  'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data/db/models.json';

const registryBytesMax = 32 * 1024 * 1024;
const modelBytesMax = 256 * 1024 * 1024;

/** Source and destination of downloaded models. */
export interface ModelDownloaderOptions {
  readonly modelsDir: string;
  /** `models.json`, or the folder that contains it. */
  readonly registryUrl: string;
  /** Whether to use only the registry saved in the models folder. */
  readonly offline: boolean;
  readonly fetchBytes: FetchBytes;
  /** Downloads model files so that interrupted downloads continue; default: `fetchBytes`, which starts again. */
  readonly openDownload?: OpenDownload | undefined;
}

/** Downloads the registry and model files from Mozilla or a mirror. */
export class ModelDownloader {
  readonly #options: ModelDownloaderOptions;
  readonly #savedRegistry: string;
  #registry: ModelRegistry | undefined;

  constructor(options: ModelDownloaderOptions) {
    this.#options = options;
    this.#savedRegistry = join(options.modelsDir, 'models.json');
  }

  /**
   * Loads the registry: downloaded once per process and saved in the models folder, or the saved one when offline.
   *
   * @throws Error when there is none; the signal's reason when aborted
   */
  async loadRegistry(signal?: AbortSignal): Promise<ModelRegistry> {
    if (this.#registry) return this.#registry;
    const { modelsDir, offline } = this.#options;
    if (offline) return parseModelRegistry(JSON.parse(await readFile(this.#savedRegistry, 'utf8')));
    const text = await this.#downloadRegistry(signal);
    this.#registry = parseModelRegistry(JSON.parse(text));
    await mkdir(modelsDir, { recursive: true });
    await writeFile(this.#savedRegistry, text);
    return this.#registry;
  }

  /**
   * Downloads a file of a model.
   *
   * @param accept checks the content and returns what is needed of it
   * @throws Error when no address has the file; what `accept` throws; the signal's reason when aborted
   */
  async download<Content>(
    file: RegistryFile,
    accept: (packed: Uint8Array) => Promise<Content>,
    { signal, onProgress }: { readonly signal?: AbortSignal | undefined; readonly onProgress?: Progress },
  ): Promise<Content> {
    const { baseUrl } = await this.loadRegistry(signal);
    const { registryUrl, fetchBytes, openDownload, modelsDir } = this.#options;
    return fetchFirst(fileUrls(registryUrl, baseUrl, file.path), signal, async (url) => {
      const options = { signal, bytesMax: modelBytesMax, onProgress };
      if (openDownload === undefined) return accept(await fetchBytes(url, options));
      try {
        const accepted = await accept(await downloadFile(url, openDownload, { ...options, modelsDir }));
        await discardPart(modelsDir, url);
        return accepted;
      } catch (error) {
        if (!(error instanceof ChecksumError)) throw error;
        // The parts may be of different versions of the file, or of an encoded response: start again once.
        await discardPart(modelsDir, url);
      }
      try {
        return await accept(await downloadFile(url, openDownload, { ...options, modelsDir }));
      } finally {
        await discardPart(modelsDir, url);
      }
    });
  }

  async #downloadRegistry(signal: AbortSignal | undefined): Promise<string> {
    const { registryUrl, fetchBytes } = this.#options;
    const bytes = await fetchFirst(registryUrls(registryUrl), signal, (url) =>
      fetchBytes(url, { signal, bytesMax: registryBytesMax }),
    );
    return new TextDecoder().decode(await gunzipIfCompressed(bytes, registryBytesMax));
  }
}

/** A mirror is given as its `models.json` or the folder that contains it, directly or in Mozilla's `db/`. */
function registryUrls(registryUrl: string): string[] {
  if (registryUrl.endsWith('.json')) return [registryUrl];
  const base = registryUrl.replace(/\/+$/, '');
  return [`${base}/models.json`, `${base}/db/models.json`];
}

/**
 * Lists where a file may be. A mirror may have its own `baseUrl` or be a plain copy of Mozilla's registry: the mirror
 * comes first, and the address in the registry only serves files that the mirror lacks.
 */
function fileUrls(registryUrl: string, baseUrl: string, path: string): string[] {
  const root = registryUrl.replace(/[^/]*\.json$/, '').replace(/\/+$/, '');
  const ownUrls = [root, root.replace(/\/db$/, '')].map((base) => `${base}/${path}`);
  if (!URL.canParse(baseUrl)) {
    const relative = new URL(`${baseUrl.replace(/\/*$/, '/')}${path}`, `${root}/`).href;
    return [...new Set([relative, ...ownUrls])];
  }
  const namedUrl = `${baseUrl.replace(/\/+$/, '')}/${path}`;
  const isSameHost = new URL(baseUrl).host === new URL(registryUrl).host;
  return [...new Set(isSameHost ? [namedUrl, ...ownUrls] : [...ownUrls, namedUrl])];
}

/**
 * Downloads from the first address that succeeds.
 *
 * @throws the failure of the first address when all fail; the signal's reason as soon as it is aborted
 */
async function fetchFirst<Content>(
  urls: readonly string[],
  signal: AbortSignal | undefined,
  fetch: (url: string) => Promise<Content>,
): Promise<Content> {
  let failure: unknown;
  for (const url of urls) {
    try {
      return await fetch(url);
    } catch (error) {
      signal?.throwIfAborted();
      failure ??= new Error(`${url} could not be fetched.`, { cause: error });
    }
  }
  throw failure;
}
