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

let engine: Promise<BergamotEngine> | undefined;

parentPort?.on('message', (task: TranslationTask) => {
  answer(task).then(
    (message) => parentPort?.postMessage(message),
    (error) => parentPort?.postMessage({ id: task.id, error: String(error) } satisfies TranslationAnswer),
  );
});

async function answer({ id, texts, models }: TranslationTask): Promise<TranslationAnswer> {
  engine ??= loadBergamotEngine();
  const loaded = await engine;
  for (const model of models) if (!loaded.hasModel(model.model)) await addModel(loaded, model);
  return {
    id,
    texts: loaded.translate(
      texts,
      models.map((model) => model.model),
    ),
  };
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
