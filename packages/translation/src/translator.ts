import { extname } from 'node:path';
import { WorkerPool } from '@quern/runtime/pool/worker-pool';
import type { Progress } from '@quern/runtime/progress';
import { isSameLanguage } from '@quern/text/language/same-language';
import { type InstalledModel, listInstalledModels } from './installed-models.ts';
import { type FetchBytes, ModelDownloader, mozillaRegistryUrl } from './model-downloader.ts';
import { ModelInstaller } from './model-installer.ts';
import { type ModelRegistry, pairKey } from './model-registry.ts';
import { findRoute, hasPublishedModel, type TranslationRoute } from './pivot-route.ts';
import { translateSentences } from './translate-sentences.ts';
import { TranslationError } from './translation-error.ts';
import type { TranslationTasks } from './translation-tasks.ts';

/** Sentences to translate; `from` and `to` are BCP 47 tags. */
export interface TranslationRequest {
  readonly sentences: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Progress | undefined;
}

/** Translated sentences, one for each given. */
export interface TranslationResult {
  readonly sentences: string[];
  /** Their language: `pt` when `pt-BR` was requested and only a model for `pt` exists. */
  readonly language: string;
}

/** Models folder of a `Translator`, and where missing models are downloaded from. */
export interface TranslatorOptions {
  /** Folder of the models; downloaded models are installed here. */
  readonly modelsDir: string;
  /** `models.json` or the folder that contains it; default: Mozilla's public registry. */
  readonly registryUrl?: string | undefined;
  /** Whether to use only installed models. */
  readonly offline: boolean;
  readonly fetchBytes: FetchBytes;
}

/** Sentences per task: many enough for throughput, few enough to report progress. */
const batchSize = 16;

/** Share of downloads in the progress of a translation that needs them. */
const downloadShare = 0.5;

/** An engine with two models holds some 900 MB, so an idle thread ends. */
const idleMs = 5 * 60 * 1000;

/** Expected duration of a batch. */
const batchMs = 300;

/**
 * Translates with the models of Firefox (Bergamot, compiled to WebAssembly) in a worker thread. Models are downloaded when
 * they are first needed. Nothing is loaded before the first translation.
 */
export class Translator {
  readonly #options: TranslatorOptions;
  readonly #downloader: ModelDownloader;
  readonly #installer: ModelInstaller;
  readonly #pool: WorkerPool<TranslationTasks>;
  #registryFailure: unknown;

  constructor(options: TranslatorOptions) {
    const { modelsDir, registryUrl = mozillaRegistryUrl, offline, fetchBytes } = options;
    this.#options = options;
    this.#downloader = new ModelDownloader({ modelsDir, registryUrl, offline, fetchBytes });
    this.#installer = new ModelInstaller(modelsDir, this.#downloader);
    this.#pool = new WorkerPool({
      workerUrl: new URL(`./translation-worker${extname(import.meta.filename)}`, import.meta.url),
      // A batch cannot be paused, and all batches wait in one queue.
      estimate: () => ({ ms: batchMs, isSmall: true }),
      threads: 1,
      idleMs,
      // The engine cannot be interrupted: an abort terminates its thread.
      cancelGraceMs: 0,
    });
  }

  /**
   * Translates sentences one by one, with one model or with two through English.
   *
   * @throws TranslationError when there is no model; the signal's reason when aborted
   */
  async translate({ sentences, from, to, signal, progress }: TranslationRequest): Promise<TranslationResult> {
    signal?.throwIfAborted();
    if (isSameLanguage(from === 'und' ? 'en' : from, to))
      return { sentences: [...sentences], language: from };
    const route = await this.#findRoute(from, to, signal);
    const { models, hasDownloaded } = await this.#loadModels(route, signal, progress);
    const start = hasDownloaded ? downloadShare : 0;
    const total = Math.max(sentences.length, 1);
    let done = 0;
    const translateBatch = async (texts: readonly string[]): Promise<string[]> => {
      const translated = await this.#pool.run('translate', { texts, models }, { signal });
      done += texts.length;
      progress?.(Math.min(start + (1 - start) * (done / total), 1), 'translating');
      return translated;
    };
    const source = route.pairs[0]?.[0] ?? from;
    const translated = await translateSentences(sentences, source, (texts) =>
      inBatches(texts, translateBatch),
    );
    return { sentences: translated, language: route.outputLanguage };
  }

  /** Ends the worker thread; running translations are rejected. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #findRoute(from: string, to: string, signal: AbortSignal | undefined): Promise<TranslationRoute> {
    const installed = await listInstalledModels(this.#options.modelsDir);
    const local = findRoute(from, to, (key) => installed.has(key));
    if (local?.pairs.length === 1) return local;
    const registry = await this.#registryIfAvailable(signal);
    const known = findRoute(from, to, (key) => installed.has(key) || registry?.models.has(key) === true);
    const route = known?.pairs.length === 1 ? known : (local ?? known);
    if (route) return route;
    if (!registry && hasPublishedModel(from) && hasPublishedModel(to))
      throw this.#unavailableError(from, to, this.#registryFailure);
    throw unsupportedPairError(from, to, [...installed.values()]);
  }

  async #registryIfAvailable(signal: AbortSignal | undefined): Promise<ModelRegistry | undefined> {
    try {
      return await this.#downloader.loadRegistry(signal);
    } catch (error) {
      signal?.throwIfAborted();
      this.#registryFailure = error;
      return undefined;
    }
  }

  async #loadModels(
    { pairs }: TranslationRoute,
    signal: AbortSignal | undefined,
    progress: Progress | undefined,
  ): Promise<{ models: InstalledModel[]; hasDownloaded: boolean }> {
    const { modelsDir } = this.#options;
    let hasDownloaded = false;
    for (const [index, [from, to]] of pairs.entries()) {
      if ((await listInstalledModels(modelsDir)).has(pairKey(from, to))) continue;
      hasDownloaded = true;
      await this.#install(from, to, signal, (fraction) =>
        progress?.(
          ((index + fraction) / pairs.length) * downloadShare,
          `downloading the model ${from}→${to}`,
        ),
      );
    }
    const installed = await listInstalledModels(modelsDir);
    const models = pairs.map(([from, to]) => {
      const model = installed.get(pairKey(from, to));
      if (!model) throw this.#unavailableError(from, to, undefined);
      return model;
    });
    return { models, hasDownloaded };
  }

  async #install(
    from: string,
    to: string,
    signal: AbortSignal | undefined,
    progress: Progress,
  ): Promise<void> {
    if (this.#options.offline) throw this.#unavailableError(from, to, undefined);
    try {
      await this.#installer.install(from, to, { signal, progress });
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#unavailableError(from, to, error);
    }
  }

  #unavailableError(from: string, to: string, cause: unknown): TranslationError {
    const reason = this.#options.offline ? ', because downloads are disabled (offline)' : '';
    return new TranslationError(
      'model_unavailable',
      `The model to translate from "${from}" to "${to}" is not installed and could not be downloaded${reason}. ` +
        'Copy its folder into modelsDir, or set registryUrl to a reachable mirror.',
      { cause },
    );
  }
}

function unsupportedPairError(
  from: string,
  to: string,
  installed: readonly InstalledModel[],
): TranslationError {
  const pairs = installed.map((model) => `${model.from}→${model.to}`).sort();
  return new TranslationError(
    'unsupported_pair',
    `There is no model to translate from "${from}" to "${to}". Installed: ${pairs.join(', ') || 'none'}. ` +
      'To add a language, copy its model into a folder of modelsDir such as "en-pt".',
  );
}

async function inBatches(
  texts: readonly string[],
  run: (batch: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const batches: Promise<string[]>[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    batches.push(run(texts.slice(start, start + batchSize)));
  }
  return (await Promise.all(batches)).flat();
}
