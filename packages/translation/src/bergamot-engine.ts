import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

/** The files of a model, unpacked. Two vocabularies where source and target do not share one. */
export interface ModelFiles {
  readonly model: Uint8Array;
  readonly shortlist: Uint8Array;
  readonly vocabularies: readonly Uint8Array[];
  /** `int8shiftAlphaAll` for models with precomputed scales (their names say `alphas`), else `int8shiftAll`. */
  readonly precision: string;
}

/** An object that lives in the memory of WebAssembly and must be freed. */
interface Native {
  delete(): void;
}

interface NativeList<Item> extends Native {
  push_back(item: Item): void;
}

interface AlignedMemory extends Native {
  getByteArrayView(): Int8Array;
}

interface Responses extends Native {
  get(index: number): { getTranslatedText(): string } & Partial<Native>;
}

/** What Emscripten makes of bergamot-translator's C++ (its `wasm/bindings`). */
interface BergamotModule {
  readonly HEAP8: Int8Array;
  readonly BlockingService: new (options: {
    cacheSize: number;
  }) => {
    translate(model: Native, texts: NativeList<string>, options: Native): Responses;
    translateViaPivoting(
      first: Native,
      second: Native,
      texts: NativeList<string>,
      options: Native,
    ): Responses;
  };
  readonly AlignedMemory: new (size: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => NativeList<AlignedMemory>;
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: NativeList<AlignedMemory>,
    quality: null,
  ) => Native;
  readonly VectorString: new () => NativeList<string>;
  readonly VectorResponseOptions: new () => NativeList<{
    alignment: boolean;
    html: boolean;
    qualityScores: boolean;
  }>;
}

/** Translates texts with the models it was given; blocks while it does, so it belongs in a worker thread. */
export interface BergamotEngine {
  /** Loads a model; those used least recently are freed when there are too many. */
  addModel(key: string, files: ModelFiles): void;
  hasModel(key: string): boolean;
  /** Keys of the models that are loaded, the one used least recently first. */
  loadedModelKeys(): string[];
  /** Bytes of WebAssembly memory, which grows and never shrinks, but is used again. */
  memoryBytes(): number;
  /**
   * Translates with one model, or with two through the language between them.
   * @throws Error when one of them is not loaded
   */
  translate(texts: readonly string[], models: readonly string[]): string[];
}

/** Decoding as Marian's WebAssembly build wants it: one thread, greedy, as the models were distilled for. */
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
 * A model holds some 400 MB once it has translated; WebAssembly memory ends at 2 GB, which four of them fill. Two are
 * needed to translate through English.
 */
const modelsMaxDefault = 3;

/** @param modelsMax loaded at once, 2 at least */
export async function loadBergamotEngine(modelsMax: number = modelsMaxDefault): Promise<BergamotEngine> {
  const module = await loadModule();
  const service = new module.BlockingService({ cacheSize: 0 });
  // A Map keeps the order of insertion, and what is used is inserted again.
  const models = new Map<string, Native>();
  const modelOf = (key: string): Native => {
    const model = models.get(key);
    if (!model) throw new Error(`no model ${key} was loaded`);
    models.delete(key);
    models.set(key, model);
    return model;
  };
  const evict = (key: string): void => {
    models.get(key)?.delete();
    models.delete(key);
  };
  return {
    hasModel: (key) => models.has(key),
    loadedModelKeys: () => [...models.keys()],
    memoryBytes: () => module.HEAP8.byteLength,
    addModel: (key, files) => {
      evict(key);
      for (const oldest of models.keys()) {
        if (models.size < Math.max(2, modelsMax)) break;
        evict(oldest);
      }
      models.set(key, createModel(module, files));
    },
    translate: (texts, keys) => {
      const [first, second] = keys.map(modelOf);
      if (!first) throw new Error('no model was named');
      return withBatch(module, texts, (batch, options) =>
        second
          ? service.translateViaPivoting(first, second, batch, options)
          : service.translate(first, batch, options),
      );
    },
  };
}

function withBatch(
  module: BergamotModule,
  texts: readonly string[],
  run: (batch: NativeList<string>, options: Native) => Responses,
): string[] {
  const batch = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const text of texts) {
    batch.push_back(text);
    options.push_back({ alignment: false, html: false, qualityScores: false });
  }
  const responses = run(batch, options);
  const translated = texts.map((_, index) => responses.get(index).getTranslatedText());
  responses.delete();
  options.delete();
  batch.delete();
  return translated;
}

function createModel(module: BergamotModule, files: ModelFiles): Native {
  const place = (bytes: Uint8Array, alignment: number): AlignedMemory => {
    const memory = new module.AlignedMemory(bytes.length, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  };
  const model = place(files.model, 256);
  const shortlist = place(files.shortlist, 64);
  const vocabularies = new module.AlignedMemoryList();
  const texts = files.vocabularies.map((vocabulary) => place(vocabulary, 64));
  for (const text of texts) vocabularies.push_back(text);
  const config = Object.entries({ ...decodingConfig, 'gemm-precision': files.precision })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
  try {
    return new module.TranslationModel(config, model, shortlist, vocabularies, null);
  } finally {
    // Their content has moved into the model, which frees it; what is left are the empty handles.
    for (const handle of [model, shortlist, vocabularies, ...texts]) handle.delete();
  }
}

/** Names of the matrix kernels Firefox brings along, and of those the module carries itself. */
const kernels = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};

/** What of WebAssembly is used here; Node has it, its type declarations leave it to the DOM's. */
interface WebAssemblyGlobal {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }>;
}

/** The object that Emscripten's glue reads its hooks from and hangs its exports on. */
interface EmscriptenModule extends Partial<BergamotModule> {
  asm?: Readonly<Record<string, (...args: unknown[]) => unknown>>;
  [hook: string]: unknown;
}

/**
 * The package's glue is a CommonJS script inside an ES module package, so Node would refuse to load it as it is:
 * it is compiled as a function, and handed the kernels it would look for in a browser.
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
      onAbort: (reason: unknown) => reject(new Error(`the translation engine failed: ${String(reason)}`)),
      onRuntimeInitialized: () => resolve(module as unknown as BergamotModule),
      instantiateWasm: (imports: object, accept: (instance: object) => void) => {
        const wasm_gemm = Object.fromEntries(
          Object.entries(kernels).map(([name, own]) => [
            name,
            (...args: unknown[]) => module.asm?.[own]?.(...args),
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
