import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { EngineText } from '../sentences/engine-text.ts';

/** The unpacked files of a model, with two vocabularies where source and target do not share one. */
export interface ModelFiles {
  readonly model: Uint8Array;
  readonly shortlist: Uint8Array;
  readonly vocabularies: readonly Uint8Array[];
  /** `int8shiftAlphaAll` for models with precomputed scales (with `alphas` in the file name), else `int8shiftAll`. */
  readonly precision: string;
}

/** An object in WebAssembly memory, which must be freed. */
interface NativeObject {
  delete(): void;
}

interface NativeList<Item> extends NativeObject {
  push_back(item: Item): void;
}

interface AlignedMemory extends NativeObject {
  getByteArrayView(): Int8Array;
}

interface Responses extends NativeObject {
  get(index: number): { getTranslatedText(): string } & Partial<NativeObject>;
}

interface BlockingService {
  translate(model: NativeObject, texts: NativeList<string>, options: NativeObject): Responses;
  translateViaPivoting(
    first: NativeObject,
    second: NativeObject,
    texts: NativeList<string>,
    options: NativeObject,
  ): Responses;
}

/** The Emscripten bindings of bergamot-translator (its `wasm/bindings`). */
interface BergamotModule {
  readonly HEAP8: Int8Array;
  readonly BlockingService: new (options: { cacheSize: number }) => BlockingService;
  readonly AlignedMemory: new (size: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => NativeList<AlignedMemory>;
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: NativeList<AlignedMemory>,
    quality: null,
  ) => NativeObject;
  readonly VectorString: new () => NativeList<string>;
  readonly VectorResponseOptions: new () => NativeList<{
    alignment: boolean;
    html: boolean;
    qualityScores: boolean;
  }>;
}

/** Options of Marian's WebAssembly build: one thread, and greedy decoding, for which the models were distilled. */
const decodingConfig = {
  'beam-size': 1,
  normalize: 1.0,
  'word-penalty': 0,
  'cpu-threads': 0,
  'skip-cost': true,
  alignment: 'soft',
  quiet: true,
  'quiet-translation': true,
  'max-length-break': 128,
  'mini-batch-words': 1024,
  workspace: 128,
  'max-length-factor': 2.0,
};

/**
 * A model uses some 400 MB once it has translated, and WebAssembly memory is limited to 2 GB, which four models fill.
 * Translating through English needs two.
 */
const modelsMaxDefault = 3;

/** Minimum number of models: a translation through a pivot language uses two. */
const modelsMin = 2;

/**
 * Marian, compiled to WebAssembly, with the models it has loaded. It blocks its thread while it translates, so it belongs
 * in a worker thread.
 */
export class BergamotEngine {
  readonly #module: BergamotModule;
  readonly #service: BlockingService;
  readonly #modelsMax: number;
  /** By key, the least recently used first: a Map keeps the order of insertion, and a used model is inserted again. */
  readonly #models = new Map<string, NativeObject>();

  private constructor(module: BergamotModule, modelsMax: number) {
    this.#module = module;
    this.#service = new module.BlockingService({ cacheSize: 0 });
    this.#modelsMax = Math.max(modelsMin, modelsMax);
  }

  /**
   * Loads the WebAssembly module.
   *
   * @param modelsMax maximum number of loaded models, at least 2
   */
  static async load(modelsMax: number = modelsMaxDefault): Promise<BergamotEngine> {
    return new BergamotEngine(await loadModule(), modelsMax);
  }

  /** Keys of the loaded models, the least recently used first. */
  get loadedModelKeys(): string[] {
    return [...this.#models.keys()];
  }

  /** Size of the WebAssembly memory in bytes. It never shrinks, but freed memory is reused. */
  get memoryBytes(): number {
    return this.#module.HEAP8.byteLength;
  }

  hasModel(key: string): boolean {
    return this.#models.has(key);
  }

  /** Loads a model, evicting the least recently used ones beyond the maximum. */
  addModel(key: string, files: ModelFiles): void {
    this.#evict(key);
    for (const oldest of this.#models.keys()) {
      if (this.#models.size < this.#modelsMax) break;
      this.#evict(oldest);
    }
    this.#models.set(key, createModel(this.#module, files));
  }

  /**
   * Translates texts.
   *
   * @param keys one model, or two to translate through the language between them
   * @throws Error when a model is not loaded
   */
  translate(texts: readonly EngineText[], keys: readonly string[]): string[] {
    const [first, second] = keys.map((key) => this.#use(key));
    if (!first) throw new Error('A translation needs the key of a model.');
    return withBatch(this.#module, texts, (batch, options) =>
      second
        ? this.#service.translateViaPivoting(first, second, batch, options)
        : this.#service.translate(first, batch, options),
    );
  }

  #use(key: string): NativeObject {
    const model = this.#models.get(key);
    if (!model) throw new Error(`The model ${key} is not loaded.`);
    this.#models.delete(key);
    this.#models.set(key, model);
    return model;
  }

  #evict(key: string): void {
    this.#models.get(key)?.delete();
    this.#models.delete(key);
  }
}

function withBatch(
  module: BergamotModule,
  texts: readonly EngineText[],
  run: (batch: NativeList<string>, options: NativeObject) => Responses,
): string[] {
  const batch = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const { text, isHtml } of texts) {
    batch.push_back(text);
    options.push_back({ alignment: false, html: isHtml, qualityScores: false });
  }
  const responses = run(batch, options);
  const translated = texts.map((_, index) => responses.get(index).getTranslatedText());
  responses.delete();
  options.delete();
  batch.delete();
  return translated;
}

function createModel(module: BergamotModule, files: ModelFiles): NativeObject {
  const allocate = (bytes: Uint8Array, alignment: number): AlignedMemory => {
    const memory = new module.AlignedMemory(bytes.length, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const model = allocate(files.model, 256);
  const shortlist = allocate(files.shortlist, 64);
  const vocabularies = new module.AlignedMemoryList();
  const texts = files.vocabularies.map((vocabulary) => allocate(vocabulary, 64));
  for (const text of texts) vocabularies.push_back(text);
  const config = Object.entries({ ...decodingConfig, 'gemm-precision': files.precision })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
  try {
    return new module.TranslationModel(config, model, shortlist, vocabularies, null);
  } finally {
    // The model took over their content and frees it; only the empty handles remain.
    for (const handle of [model, shortlist, vocabularies, ...texts]) handle.delete();
  }
}

/** Matrix kernels that Firefox provides, with the fallbacks that the module exports. */
const kernels = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};

/** The part of WebAssembly that is used. Node's type declarations leave it to those of the DOM. */
interface WebAssemblyGlobal {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }>;
}

/** The object from which Emscripten's glue code reads its hooks, and to which it adds its exports. */
interface EmscriptenModule extends Partial<BergamotModule> {
  asm?: Readonly<Record<string, (...args: unknown[]) => unknown>>;
  [hook: string]: unknown;
}

/**
 * Loads the glue code. It is a CommonJS script in an ES module package, which Node refuses to load, so it is compiled as a
 * function. The kernels that it expects from the browser are mapped to its own fallbacks.
 */
function loadModule(): Promise<BergamotModule> {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve('@browsermt/bergamot-translator')), 'worker');
  const glue = compileFunction(readFileSync(join(folder, 'bergamot-translator-worker.js'), 'utf8'), [
    'Module',
    'require',
    '__dirname',
    '__filename',
  ]);
  const binary = readFileSync(join(folder, 'bergamot-translator-worker.wasm'));
  const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyGlobal };
  return new Promise((resolve, reject) => {
    const module: EmscriptenModule = {
      print: () => undefined,
      printErr: () => undefined,
      onAbort: (reason: unknown) => reject(new Error(`The translation engine failed: ${String(reason)}`)),
      onRuntimeInitialized: () => resolve(module as unknown as BergamotModule),
      instantiateWasm: (imports: object, accept: (instance: object) => void) => {
        const wasm_gemm = Object.fromEntries(
          Object.entries(kernels).map(([name, fallbackExport]) => [
            name,
            (...args: unknown[]) => module.asm?.[fallbackExport]?.(...args),
          ]),
        );
        WebAssembly.instantiate(binary, { ...imports, wasm_gemm }).then(
          ({ instance }) => accept(instance),
          reject,
        );
        return {};
      },
    };
    glue(module, require, folder, join(folder, 'bergamot-translator-worker.js'));
  });
}
