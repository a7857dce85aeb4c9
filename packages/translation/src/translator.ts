import type { Progress } from '@quern/runtime/progress';
import { type InstalledModel, installModel, listInstalledModels } from './installed-models.ts';
import { createModelDownloader, type FetchBytes, mozillaRegistryUrl } from './model-downloader.ts';
import { type ModelRegistry, pairKey } from './model-registry.ts';
import { findRoute, hasPublishedModel, isSameLanguage, type TranslationRoute } from './pivot-route.ts';
import { translateSentences } from './translate-sentences.ts';
import { TranslationError } from './translation-error.ts';
import { createTranslationPool } from './translation-pool.ts';

export interface TranslationRequest {
  readonly sentences: readonly string[];
  /** BCP 47 tags. */
  readonly from: string;
  readonly to: string;
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
}

export interface LanguagePair {
  readonly from: string;
  readonly to: string;
  readonly installed: boolean;
}

export interface Translator {
  /**
   * One sentence for each given, and the language they are in now: `pt` when `pt-BR` was asked for and only
   * `pt` is there. Pulls models on first use.
   *
   * @throws TranslationError; the signal's reason when aborted
   */
  translate(request: TranslationRequest): Promise<{ sentences: string[]; language: string }>;
  /** Pairs that have a model here, and those the registry has, if it can be had. */
  pairs(): Promise<LanguagePair[]>;
  /** Ends all workers; running translations are rejected. */
  close(): Promise<void>;
}

/** Sentences a worker gets at once: enough to be quick, few enough to report progress. */
const batchSize = 16;

/** Pulling models counts for half of the progress where it is needed. */
const pullShare = 0.5;

/**
 * Translates with the models of Firefox (Bergamot, WebAssembly) in worker threads. Nothing is loaded before the
 * first translation, and workers end when idle.
 */
export function createTranslator(options: {
  readonly modelsDir: string;
  /** `models.json` or the folder that has it; Mozilla's public registry by default. */
  readonly registryUrl?: string;
  /** Never pulls anything. */
  readonly offline: boolean;
  readonly fetchBytes: FetchBytes;
  readonly workers?: number;
}): Translator {
  const { modelsDir, registryUrl = mozillaRegistryUrl, offline, fetchBytes, workers = 1 } = options;
  const source = createModelDownloader({ modelsDir, registryUrl, offline, fetchBytes });
  const pool = createTranslationPool(workers);
  const installing = new Map<string, Promise<void>>();

  const registryIfAny = (signal?: AbortSignal): Promise<ModelRegistry | undefined> =>
    source.loadRegistry(signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      registryFailure = error;
      return undefined;
    });
  let registryFailure: unknown;

  const translate: Translator['translate'] = async ({ sentences, from, to, signal, progress }) => {
    signal?.throwIfAborted();
    if (isSameLanguage(from, to)) return { sentences: [...sentences], language: from };
    const route = await routeFor(from, to, signal);
    const { models, pulled } = await modelsFor(route, signal, progress);
    const start = pulled ? pullShare : 0;
    let done = 0;
    const total = Math.max(sentences.length, 1);
    const results = await translateSentences(sentences, route.pairs[0]?.[0] ?? from, (texts) =>
      inBatches(texts, async (batch) => {
        const translated = await pool.run(batch, models, signal);
        done += batch.length;
        progress?.(Math.min(start + (1 - start) * (done / total), 1), 'translating');
        return translated;
      }),
    );
    return { sentences: results, language: route.outputLanguage };
  };

  const routeFor = async (
    from: string,
    to: string,
    signal: AbortSignal | undefined,
  ): Promise<TranslationRoute> => {
    const installed = await listInstalledModels(modelsDir);
    const local = findRoute(from, to, (key) => installed.has(key));
    if (local?.pairs.length === 1) return local;
    const registry = await registryIfAny(signal);
    const known = findRoute(from, to, (key) => installed.has(key) || registry?.models.has(key) === true);
    const route = known?.pairs.length === 1 ? known : (local ?? known);
    if (route) return route;
    throw noRoute(from, to, [...installed.values()], registry);
  };

  const noRoute = (
    from: string,
    to: string,
    installed: readonly InstalledModel[],
    registry: ModelRegistry | undefined,
  ): TranslationError => {
    const atHand =
      installed
        .map((model) => `${model.from}→${model.to}`)
        .sort()
        .join(', ') || 'none';
    if (!registry && hasPublishedModel(from) && hasPublishedModel(to))
      return unavailable(from, to, registryFailure);
    return new TranslationError(
      'unsupported_pair',
      `There is no model to translate from "${from}" to "${to}". Installed: ${atHand}. ` +
        'A language is added by putting its model into a folder such as "en-pt" of QUERN_MODELS_DIR.',
    );
  };

  const unavailable = (from: string, to: string, cause: unknown): TranslationError =>
    new TranslationError(
      'model_unavailable',
      `The model to translate from "${from}" to "${to}" is not installed and could not be pulled` +
        `${offline ? ' because this server is offline' : ''}: copy its folder into QUERN_MODELS_DIR, ` +
        'or set QUERN_MODELS_MIRROR to a mirror that can be reached.',
      { cause },
    );

  const modelsFor = async (
    route: TranslationRoute,
    signal: AbortSignal | undefined,
    progress: Progress | undefined,
  ): Promise<{ models: InstalledModel[]; pulled: boolean }> => {
    let pulled = false;
    for (const [index, [from, to]] of route.pairs.entries()) {
      const key = pairKey(from, to);
      if ((await listInstalledModels(modelsDir)).has(key)) continue;
      pulled = true;
      const report: Progress = (fraction) =>
        progress?.(((index + fraction) / route.pairs.length) * pullShare, `pulling the model ${from}→${to}`);
      await install(from, to, signal, report);
    }
    const installed = await listInstalledModels(modelsDir);
    const models = route.pairs.map(([from, to]) => {
      const model = installed.get(pairKey(from, to));
      if (!model) throw unavailable(from, to, undefined);
      return model;
    });
    return { models, pulled };
  };

  const install = async (
    from: string,
    to: string,
    signal: AbortSignal | undefined,
    report: Progress,
  ): Promise<void> => {
    const key = pairKey(from, to);
    // Whoever asks first pulls; others wait for the same files, and pull again only if the first gave up.
    const running = installing.get(key);
    if (running) return running.catch(() => install(from, to, signal, report));
    const pull = pullModel(from, to, signal, report).finally(() => installing.delete(key));
    installing.set(key, pull);
    return pull;
  };

  const pullModel = async (
    from: string,
    to: string,
    signal: AbortSignal | undefined,
    report: Progress,
  ): Promise<void> => {
    if (offline) throw unavailable(from, to, undefined);
    try {
      const model = (await source.loadRegistry(signal)).models.get(pairKey(from, to));
      if (!model) throw new Error('the registry has no such model');
      const count = Object.keys(model.files).length;
      let done = 0;
      await installModel(modelsDir, model, async (file) => {
        const onProgress: Progress = (fraction) => report((done + fraction) / count);
        const bytes = await source.download(file, { ...(signal && { signal }), onProgress });
        report(++done / count);
        return bytes;
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(from, to, error);
    }
  };

  const pairs: Translator['pairs'] = async () => {
    const installed = await listInstalledModels(modelsDir);
    const registry = await registryIfAny();
    const all = new Map<string, { readonly from: string; readonly to: string }>();
    for (const [key, model] of registry?.models ?? []) all.set(key, model);
    for (const [key, model] of installed) all.set(key, model);
    return [...all]
      .map(([key, { from, to }]) => ({ from, to, installed: installed.has(key) }))
      .sort((left, right) => pairKey(left.from, left.to).localeCompare(pairKey(right.from, right.to)));
  };

  return { translate, pairs, close: pool.close };
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
