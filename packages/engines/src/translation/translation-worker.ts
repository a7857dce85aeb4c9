import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { type BergamotEngine, loadBergamotEngine } from './bergamot-engine.ts';
import { type InstalledModel, unpackIfPacked } from './model-store.ts';

/** What a worker is asked: to translate texts with a model, or with two through the language between them. */
export interface TranslationTask {
  readonly id: number;
  readonly texts: readonly string[];
  readonly models: readonly InstalledModel[];
}

export type TranslationAnswer =
  | { readonly id: number; readonly texts: string[] }
  | { readonly id: number; readonly error: string };

/** Memory beyond which an engine is replaced rather than given another model: its memory is fragmented and never shrinks. */
const engineBytesMax = 1250 * 1024 * 1024;

let engine: Promise<BergamotEngine> | undefined;

parentPort?.on('message', (task: TranslationTask) => {
  answer(task).then(
    (message) => parentPort?.postMessage(message),
    (error) => parentPort?.postMessage({ id: task.id, error: String(error) } satisfies TranslationAnswer),
  );
});

async function answer({ id, texts, models }: TranslationTask): Promise<TranslationAnswer> {
  const loaded = await engineFor(models);
  await loadModels(loaded, models);
  return {
    id,
    texts: loaded.translate(
      texts,
      models.map((model) => model.model),
    ),
  };
}

async function engineFor(models: readonly InstalledModel[]): Promise<BergamotEngine> {
  const current = await engine;
  const isComplete = current && models.every(({ model }) => current.hasModel(model));
  if (current && !isComplete && current.memoryBytes() > engineBytesMax) engine = undefined;
  engine ??= loadBergamotEngine();
  return engine;
}

/** Loading one may free another of the same task when the task's were used least recently, hence the second look. */
async function loadModels(loaded: BergamotEngine, models: readonly InstalledModel[]): Promise<void> {
  for (const model of [...models, ...models]) {
    if (!loaded.hasModel(model.model)) await addModel(loaded, model);
  }
}

async function addModel(loaded: BergamotEngine, model: InstalledModel): Promise<void> {
  const read = async (path: string) => unpackIfPacked(await readFile(path));
  loaded.addModel(model.model, {
    model: await read(model.model),
    shortlist: await read(model.shortlist),
    vocabularies: await Promise.all(model.vocabularies.map(read)),
    precision: /alphas/.test(model.model) ? 'int8shiftAlphaAll' : 'int8shiftAll',
  });
}
