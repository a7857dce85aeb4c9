import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '@quern/runtime/progress';
import { gunzipIfCompressed } from './installed-models.ts';
import { type ModelRegistry, parseModelRegistry, type RegistryFile } from './model-registry.ts';

/** Fetches an address whole; the network is handed in. Rejects when it cannot be had or is too large. */
export type FetchBytes = (
  url: string,
  options: { signal?: AbortSignal; maxBytes: number; onProgress?: Progress },
) => Promise<Uint8Array>;

/** Where the models of Firefox are published (github.com/mozilla/translations). */
export const mozillaRegistryUrl =
  'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data/db/models.json';

const registryBytesMax = 32 * 1024 * 1024;
const modelBytesMax = 256 * 1024 * 1024;

/** Reads a registry of models and pulls their files, from Mozilla's public one or a mirror of it. */
export interface ModelDownloader {
  /** The registry: pulled once, else the copy kept from the last time. Rejects when neither can be had. */
  loadRegistry(signal?: AbortSignal): Promise<ModelRegistry>;
  download(file: RegistryFile, options: { signal?: AbortSignal; onProgress?: Progress }): Promise<Uint8Array>;
}

export function createModelDownloader(options: {
  readonly modelsDir: string;
  readonly registryUrl: string;
  readonly offline: boolean;
  readonly fetchBytes: FetchBytes;
}): ModelDownloader {
  const { modelsDir, registryUrl, offline, fetchBytes } = options;
  const copy = join(modelsDir, 'models.json');
  let loaded: ModelRegistry | undefined;

  const registry: ModelDownloader['loadRegistry'] = async (signal) => {
    if (loaded) return loaded;
    if (offline) return parseModelRegistry(JSON.parse(await readFile(copy, 'utf8')));
    const text = await pullRegistry(signal);
    const parsed = parseModelRegistry(JSON.parse(text));
    loaded = parsed;
    await mkdir(modelsDir, { recursive: true });
    await writeFile(copy, text);
    return parsed;
  };

  const pullRegistry = async (signal: AbortSignal | undefined): Promise<string> => {
    const bytes = await fetchFirst(registryAddresses(registryUrl), (url) =>
      fetchBytes(url, { ...(signal && { signal }), maxBytes: registryBytesMax }),
    );
    return new TextDecoder().decode(await gunzipIfCompressed(bytes));
  };

  const pull: ModelDownloader['download'] = async (file, { signal, onProgress }) => {
    const { baseUrl } = await registry(signal);
    return fetchFirst(fileAddresses(registryUrl, baseUrl, file.path), (url) =>
      fetchBytes(url, {
        ...(signal && { signal }),
        maxBytes: modelBytesMax,
        ...(onProgress && { onProgress }),
      }),
    );
  };

  return { loadRegistry: registry, download: pull };
}

/** A mirror is named by its `models.json` or by the folder that has it, as it is or below Mozilla's `db/`. */
function registryAddresses(registryUrl: string): string[] {
  if (registryUrl.endsWith('.json')) return [registryUrl];
  const base = registryUrl.replace(/\/+$/, '');
  return [`${base}/models.json`, `${base}/db/models.json`];
}

/**
 * A mirror may have rewritten `baseUrl`, or be a plain copy: then its own files come first, and the address
 * the registry names is only asked for what the mirror lacks.
 */
function fileAddresses(registryUrl: string, baseUrl: string, path: string): string[] {
  const root = registryUrl.replace(/[^/]*\.json$/, '').replace(/\/+$/, '');
  const own = [root, root.replace(/\/db$/, '')].map((base) => `${base}/${path}`);
  if (!URL.canParse(baseUrl)) {
    const relative = new URL(`${baseUrl.replace(/\/*$/, '/')}${path}`, `${root}/`).href;
    return [...new Set([relative, ...own])];
  }
  const named = `${baseUrl.replace(/\/+$/, '')}/${path}`;
  const isSameHost = new URL(baseUrl).host === new URL(registryUrl).host;
  return [...new Set(isSameHost ? [named, ...own] : [...own, named])];
}

/** The first address that answers; when none does, the first one's failure. An abort ends it at once. */
async function fetchFirst(
  urls: readonly string[],
  get: (url: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  let failure: unknown;
  for (const url of urls) {
    try {
      return await get(url);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      failure ??= new Error(`${url} could not be fetched`, { cause: error });
    }
  }
  throw failure;
}
