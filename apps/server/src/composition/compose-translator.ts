import type { LlmClient } from '@quern/llm/llm-client';
import { LlmTranslator } from '@quern/translation/llm/llm-translator';
import { type SentenceTranslator, withLlmFallback } from '@quern/translation/llm/with-llm-fallback';
import type { OpenDownload } from '@quern/translation/models/download-file';
import type { ModelCatalog } from '@quern/translation/models/model-catalog';
import { Translator } from '@quern/translation/translator';
import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import { createGuardedClient, type GuardedClient } from '@quern/web/fetch/guarded-client';
import { redactUrl } from '@quern/web/fetch/redact-url';
import type { Config } from '../config.ts';

/** Time limit of downloading a model file, ms. */
const downloadTimeoutMs = 600_000;
/** Maximum size of a model file as it is transferred. */
const downloadBytesMax = 256 * 1024 * 1024;

/** A translator that must be closed. */
export interface ComposedTranslator extends SentenceTranslator {
  readonly models: ModelCatalog;
  readonly threads: number;
  /** Tasks that wait for a thread. */
  readonly waiting: number;
  /** Tasks that have a thread. */
  readonly running: number;
  /** Threads that exist now. */
  readonly liveThreads: number;
  close(): Promise<void>;
}

/** Parts that the translator shares with other engines. */
export interface ComposeTranslatorOptions {
  readonly threads: number;
  readonly userAgent: string;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Client of the language model; undefined if none is configured. */
  readonly llm: LlmClient | undefined;
}

/**
 * Composes the translator: Bergamot with models from the models folder, the mirror or the public registry; then a
 * language model, if one is configured.
 */
export function composeTranslator(
  config: Config,
  { threads, userAgent, now, llm }: ComposeTranslatorOptions,
): ComposedTranslator {
  // The operator chose the mirror, so it may have a private address; no other host may.
  const allow = config.modelsMirror === undefined ? [] : [new URL(config.modelsMirror).host];
  const client = createGuardedClient({ allow, userAgent, now });
  const local = new Translator({
    modelsDir: config.modelsDir,
    registryUrl: config.modelsMirror,
    offline: config.offline,
    settingNames: {
      modelsDir: 'QUERN_MODELS_DIR',
      registryUrl: 'QUERN_MODELS_MIRROR',
      offline: 'QUERN_OFFLINE',
    },
    threads,
    openDownload: (url, options) => openDownload(client, url, options),
    fetchBytes: async (url, { signal, bytesMax }) => {
      const options: FetchOptions = {
        bytesMax,
        timeoutMs: downloadTimeoutMs,
        ...(signal === undefined ? {} : { signal }),
      };
      const resource = await client.fetch(url, options);
      if (resource.status !== 200) {
        throw new Error(`${redactUrl(url)} responded with status ${resource.status}`);
      }
      return resource.body;
    },
  });
  const translator = withLlmFallback(local, llm && new LlmTranslator(llm));
  return {
    threads,
    models: local.models,
    get waiting() {
      return local.waiting;
    },
    get running() {
      return local.running;
    },
    get liveThreads() {
      return local.liveThreads;
    },
    translate: (request) => translator.translate(request),
    open: (request) => translator.open(request),
    close: async () => {
      await Promise.all([local.close(), client.close()]);
    },
  };
}

/**
 * Opens a download at an offset. The content is requested without an encoding, since ranges count encoded bytes.
 *
 * @throws Error if the status is neither 200 nor 206; FetchError
 */
async function openDownload(
  client: GuardedClient,
  url: string,
  { offset, signal }: Parameters<OpenDownload>[1],
): ReturnType<OpenDownload> {
  const resource = await client.open(url, {
    bytesMax: downloadBytesMax,
    timeoutMs: downloadTimeoutMs,
    headers: { 'accept-encoding': 'identity', ...(offset > 0 && { range: `bytes=${offset}-` }) },
    ...(signal === undefined ? {} : { signal }),
  });
  const { status, headers, chunks } = resource;
  if (status === 416) {
    resource.close();
    return undefined;
  }
  if (status !== 200 && status !== 206) {
    resource.close();
    throw new Error(`${redactUrl(url)} responded with status ${status}`);
  }
  const length = Number(headers['content-length']);
  const start =
    status === 206 ? Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? offset) : 0;
  return { offset: start, totalBytes: Number.isFinite(length) ? start + length : undefined, chunks };
}
