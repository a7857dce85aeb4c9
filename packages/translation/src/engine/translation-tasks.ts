import { readFile } from 'node:fs/promises';
import { gunzipIfCompressed } from '@quern/runtime/model-store';
import { type InstalledModel, modelFileBytesMax } from '../models/installed-models.ts';
import type { EngineText } from '../sentences/engine-text.ts';
import { BergamotEngine } from './bergamot-engine.ts';

/** Texts to translate with one model, or with two through a pivot language. */
export interface TranslationInput {
  readonly texts: readonly EngineText[];
  readonly models: readonly InstalledModel[];
}

/**
 * An engine with more memory is replaced rather than given another model: WebAssembly memory becomes fragmented and never
 * shrinks.
 */
const engineBytesMax = 1250 * 1024 * 1024;

let loading: Promise<BergamotEngine> | undefined;

/** The tasks of the translation threads. */
export const translationTasks = {
  translate: async ({ texts, models }: TranslationInput): Promise<string[]> => {
    const engine = await engineFor(models);
    await loadModels(engine, models);
    return engine.translate(
      texts,
      models.map((model) => model.modelPath),
    );
  },
};

/** The type of `translationTasks`, for the pool that runs them. */
export type TranslationTasks = typeof translationTasks;

async function engineFor(models: readonly InstalledModel[]): Promise<BergamotEngine> {
  const current = await loading;
  const hasModels = current && models.every(({ modelPath }) => current.hasModel(modelPath));
  if (current && !hasModels && current.memoryBytes > engineBytesMax) loading = undefined;
  loading ??= BergamotEngine.load();
  return loading;
}

/** Loading one model may evict another of the same task, so all are checked twice. */
async function loadModels(engine: BergamotEngine, models: readonly InstalledModel[]): Promise<void> {
  for (const model of [...models, ...models]) {
    if (!engine.hasModel(model.modelPath)) await addModel(engine, model);
  }
}

async function addModel(engine: BergamotEngine, model: InstalledModel): Promise<void> {
  const read = async (path: string) => gunzipIfCompressed(await readFile(path), modelFileBytesMax);
  engine.addModel(model.modelPath, {
    model: await read(model.modelPath),
    shortlist: await read(model.shortlistPath),
    vocabularies: await Promise.all(model.vocabularyPaths.map(read)),
    precision: /alphas/.test(model.modelPath) ? 'int8shiftAlphaAll' : 'int8shiftAll',
  });
}
