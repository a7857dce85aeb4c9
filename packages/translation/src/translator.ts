import { extname } from 'node:path';
import { WorkerPool } from '@quern/runtime/pool/worker-pool';
import type { Progress } from '@quern/runtime/progress';
import type { WorkCaller } from '@quern/runtime/scheduling/work-observer';
import { isSameLanguage } from '@quern/text/language/same-language';
import { markPlainText, readMarkedText } from './blocks/marked-text.ts';
import type { TranslationTasks } from './engine/translation-tasks.ts';
import type { OpenDownload } from './models/download-file.ts';
import { type InstalledModel, listInstalledModels } from './models/installed-models.ts';
import { ModelCatalog } from './models/model-catalog.ts';
import { type FetchBytes, ModelDownloader, mozillaRegistryUrl } from './models/model-downloader.ts';
import { ModelInstaller } from './models/model-installer.ts';
import { type ModelRegistry, pairKey } from './models/model-registry.ts';
import { findRoute, hasPublishedModel, type TranslationRoute } from './models/pivot-route.ts';
import type { EngineText, TranslateTexts } from './sentences/engine-text.ts';
import { translateSentences } from './sentences/translate-sentences.ts';
import { TranslationError } from './translation-error.ts';

/** Languages (BCP 47 tags) and caller of a translation. */
export interface OpenRequest {
  readonly from: string;
  readonly to: string;
  readonly signal?: AbortSignal | undefined;
  /** Notified of downloads and, where the request has sentences, of their translation. */
  readonly progress?: Progress | undefined;
  /** Whose share of the threads the translation uses. */
  readonly caller?: WorkCaller | undefined;
}

/** Translates texts between two languages, with models that are installed. */
export interface TextTranslator {
  /** Language that the models translate from. */
  readonly from: string;
  /** Language that they translate to: `pt` when `pt-BR` was requested and only a model for `pt` exists. */
  readonly language: string;
  /** Whether a model was downloaded for this request. */
  readonly hasDownloaded: boolean;
  readonly translate: TranslateTexts;
}

/** Sentences to translate. */
export interface TranslationRequest extends OpenRequest {
  readonly sentences: readonly string[];
}

/** Translated sentences, one for each given. */
export interface TranslationResult {
  readonly sentences: string[];
  /** Their language: `pt` when `pt-BR` was requested and only a model for `pt` exists. */
  readonly language: string;
}

/** Names of settings, such as `QUERN_MODELS_DIR` for `modelsDir`. */
export type SettingNames = Readonly<Record<'modelsDir' | 'registryUrl' | 'offline', string>>;

const optionNames: SettingNames = { modelsDir: 'modelsDir', registryUrl: 'registryUrl', offline: 'offline' };

/** Models folder of a `Translator`, and where missing models are downloaded from. */
export interface TranslatorOptions {
  /** Folder of the models; downloaded models are installed here. */
  readonly modelsDir: string;
  /** `models.json` or the folder that contains it; default: Mozilla's public registry. */
  readonly registryUrl?: string | undefined;
  /** Whether to use only installed models. */
  readonly offline: boolean;
  readonly fetchBytes: FetchBytes;
  /** Downloads model files so that interrupted downloads continue; default: `fetchBytes`, which starts again. */
  readonly openDownload?: OpenDownload | undefined;
  /** Names of the settings that error messages mention, where the application has its own; default: those of the options. */
  readonly settingNames?: SettingNames | undefined;
  /** Maximum number of threads; default: one. Each one needs some 500 MB, or 900 MB with two models. */
  readonly threads?: number | undefined;
}

/** Maximum length of the texts of one task, except for a single longer one. The engine is not faster with longer tasks. */
const batchLengthMax = 600;

/** Share of downloads in the progress of a translation that needs them. */
export const downloadShare = 0.5;

/** An engine with two models holds some 900 MB, so an idle thread ends. */
const idleMs = 5 * 60 * 1000;

/** Expected duration of a task, ms per UTF-16 code unit. */
const unitMs = 0.3;

/** An aborted task, which cannot be interrupted, ends in less than this time, unless its thread does not respond. */
const cancelGraceMs = 2000;

/**
 * Translates with the models of Firefox (Bergamot, compiled to WebAssembly) in worker threads. Models are downloaded
 * when they are first needed. Nothing is loaded before the first translation.
 */
export class Translator {
  /** The models in the folder. */
  readonly models: ModelCatalog;
  readonly #options: TranslatorOptions;
  readonly #downloader: ModelDownloader;
  readonly #installer: ModelInstaller;
  readonly #pool: WorkerPool<TranslationTasks>;
  #registryFailure: unknown;

  constructor(options: TranslatorOptions) {
    const {
      modelsDir,
      registryUrl = mozillaRegistryUrl,
      offline,
      fetchBytes,
      openDownload,
      threads = 1,
    } = options;
    this.#options = options;
    this.#downloader = new ModelDownloader({ modelsDir, registryUrl, offline, fetchBytes, openDownload });
    this.#installer = new ModelInstaller(modelsDir, this.#downloader);
    this.models = new ModelCatalog(modelsDir, this.#downloader, this.#installer);
    this.#pool = new WorkerPool({
      workerUrl: new URL(`./engine/translation-worker${extname(import.meta.filename)}`, import.meta.url),
      // A task cannot be paused, and all tasks are short.
      estimate: (_name, { texts }) => ({ ms: unitMs * lengthOf(texts), isSmall: true }),
      threads,
      idleMs,
      cancelGraceMs,
    });
  }

  /**
   * Translates sentences one by one, with one model or with two through English.
   *
   * @throws TranslationError when there is no model; the signal's reason when aborted
   */
  async translate({ sentences, ...request }: TranslationRequest): Promise<TranslationResult> {
    const { from, to, signal, progress } = request;
    signal?.throwIfAborted();
    if (isSameLanguage(from === 'und' ? 'en' : from, to))
      return { sentences: [...sentences], language: from };
    const translator = await this.open(request);
    const start = translator.hasDownloaded ? downloadShare : 0;
    let done = 0;
    const translated = await translateSentences(
      sentences.map((sentence) => markPlainText(sentence)),
      translator.translate,
      {
        from: translator.from,
        onTranslated: (count) => {
          done += count;
          progress?.(start + (1 - start) * (done / sentences.length), 'translating');
        },
      },
    );
    return { sentences: translated.map(readMarkedText), language: translator.language };
  }

  /**
   * Finds the models between two languages, one or two through English, and downloads them if necessary.
   *
   * @throws TranslationError when there is no model; the signal's reason when aborted
   */
  async open({ from, to, signal, progress, caller }: OpenRequest): Promise<TextTranslator> {
    const route = await this.#findRoute(from, to, signal);
    const { models, hasDownloaded } = await this.#loadModels(route, signal, progress);
    return {
      from: route.pairs[0]?.[0] ?? from,
      language: route.outputLanguage,
      hasDownloaded,
      translate: (texts) =>
        inBatches(texts, (batch) =>
          this.#pool.run('translate', { texts: batch, models }, { signal, caller }),
        ),
    };
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#pool.waiting;
  }

  /** Tasks that have a thread. */
  get running(): number {
    return this.#pool.running;
  }

  /** Threads that exist now, busy or idle. */
  get liveThreads(): number {
    return this.#pool.liveThreads;
  }

  /** Ends the threads; running translations are rejected. */
  async close(): Promise<void> {
    this.models.close();
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
    throw this.#unsupportedPairError(from, to, [...installed.values()]);
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
    const { offline, registryUrl, settingNames: names = optionNames } = this.#options;
    const model = `The model to translate from "${from}" to "${to}" is not installed`;
    if (offline) {
      const remedy = `Copy its folder into ${names.modelsDir}, or allow downloads.`;
      const message = `${model}, and downloads are disabled by ${names.offline}. ${remedy}`;
      return new TranslationError('model_unavailable', message, { cause });
    }
    const source = registryUrl === undefined ? "Mozilla's registry" : `the mirror in ${names.registryUrl}`;
    const remedy = `Copy its folder into ${names.modelsDir}, or set ${names.registryUrl} to a reachable mirror.`;
    const message = `${model} and could not be downloaded from ${source}. ${remedy}`;
    return new TranslationError('model_unavailable', message, { cause });
  }

  #unsupportedPairError(from: string, to: string, installed: readonly InstalledModel[]): TranslationError {
    const { modelsDir } = this.#options.settingNames ?? optionNames;
    const pairs = installed.map((model) => `${model.from}→${model.to}`).sort();
    return new TranslationError(
      'unsupported_pair',
      `There is no model to translate from "${from}" to "${to}". Installed: ${pairs.join(', ') || 'none'}. ` +
        `To add a language, copy its model into a folder of ${modelsDir} such as "en-pt".`,
    );
  }
}

const lengthOf = (texts: readonly EngineText[]): number =>
  texts.reduce((sum, { text }) => sum + text.length, 0);

async function inBatches(
  texts: readonly EngineText[],
  run: (batch: readonly EngineText[]) => Promise<string[]>,
): Promise<string[]> {
  const batches: EngineText[][] = [];
  let length = Infinity;
  for (const text of texts) {
    if (length + text.text.length > batchLengthMax) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(text);
    length += text.text.length;
  }
  return (await Promise.all(batches.map(run))).flat();
}
