import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { type BergamotEngine, loadBergamotEngine } from './bergamot-engine.ts';
import { gunzipIfCompressed, type InstalledModel } from './installed-models.ts';

/** What a worker is asked: to translate texts with a model, or with two through the language between them. */
export interface TranslationTask {
  readonly id: number;
  readonly texts: readonly string[];
  readonly models: readonly InstalledModel[];
}

export type TranslationResponse =
  | { readonly id: number; readonly texts: string[] }
  | { readonly id: number; readonly error: string };

/** Memory beyond which an engine is replaced rather than given another model: its memory is fragmented and never shrinks. */
const engineBytesMax = 1250 * 1024 * 1024;

let engine: Promise<BergamotEngine> | undefined;

parentPort?.on('message', (task: TranslationTask) => {
  answer(task).then(
    (message) => parentPort?.postMessage(message),
    (error) => parentPort?.postMessage({ id: task.id, error: String(error) } satisfies TranslationResponse),
  );
});

async function answer({ id, texts, models }: TranslationTask): Promise<TranslationResponse> {
  const loaded = await engineFor(models);
  await loadModels(loaded, models);
  return {
    id,
    texts: loaded.translate(
      texts,
      models.map((model) => model.modelPath),
    ),
  };
}

async function engineFor(models: readonly InstalledModel[]): Promise<BergamotEngine> {
  const current = await engine;
  const isComplete = current && models.every(({ modelPath: model }) => current.hasModel(model));
  if (current && !isComplete && current.memoryBytes() > engineBytesMax) engine = undefined;
  engine ??= loadBergamotEngine();
  return engine;
}

/** Loading one may free another of the same task when the task's were used least recently, hence the second look. */
async function loadModels(loaded: BergamotEngine, models: readonly InstalledModel[]): Promise<void> {
  for (const model of [...models, ...models]) {
    if (!loaded.hasModel(model.modelPath)) await addModel(loaded, model);
  }
}

async function addModel(loaded: BergamotEngine, model: InstalledModel): Promise<void> {
  const read = async (path: string) => gunzipIfCompressed(await readFile(path));
  loaded.addModel(model.modelPath, {
    model: await read(model.modelPath),
    shortlist: await read(model.shortlistPath),
    vocabularies: await Promise.all(model.vocabularyPaths.map(read)),
    precision: /alphas/.test(model.modelPath) ? 'int8shiftAlphaAll' : 'int8shiftAll',
  });
}
