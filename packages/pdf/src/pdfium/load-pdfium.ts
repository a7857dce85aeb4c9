import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { loadOptionalPackage, MissingPackageError } from '@quern/runtime/load-optional-package';
import { PdfError } from '../pdf-error.ts';
import { meterModule, stepsLeftName } from './metering/meter-module.ts';

/** The functions of PDFium (https://pdfium.googlesource.com/pdfium/+/refs/heads/main/public/). */
export type PdfiumFunctions = Omit<WrappedPdfiumModule, 'pdfium'>;

/** An instance of PDFium with separate memory, which is freed when nothing refers to the instance any more. */
export interface Pdfium {
  readonly functions: PdfiumFunctions;
  /** The memory, which moves when it grows: read it again after each call. */
  readonly memory: () => Uint8Array;
  /** @returns the address of new memory */
  readonly allocate: (bytes: number) => number;
  readonly free: (address: number) => void;
  /** Whether the limit of the memory was reached; what was drawn or read afterward may be incomplete. */
  readonly isOutOfMemory: () => boolean;
  /** The steps until PDFium stops, below 0 when it has been stopped. */
  readonly stepsLeft: () => number;
}

/** The module and its memory, as Emscripten provides them. */
interface EmscriptenModule {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: {
    readonly malloc: (bytes: number) => number;
    readonly free: (address: number) => void;
  };
}

/** The imports of the module that are replaced. */
interface EmscriptenImports {
  readonly env: {
    /** Asks for a larger memory. @returns whether it got it */
    emscripten_resize_heap: (bytes: number) => boolean;
    /** Copies bytes, many of them faster than code inside could. */
    _emscripten_memcpy_js: (target: number, source: number, bytes: number) => void;
  };
}

/** Copying this many bytes takes the time of a step. */
const bytesPerStep = 64;

/** A page of 16 million pixels takes 48 MB, and decoding an image of 100 million pixels some 300 MB. */
const memoryBytesMax = 448 * 1024 * 1024;
/** The version of the peer dependency in package.json. */
const version = '2.15.1';

/** The part of the WebAssembly API that is used here; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<Instance>;
};
type CompiledModule = object;
interface Instance {
  readonly exports: Readonly<Record<string, { value: number }>>;
}

let compiled: Promise<CompiledModule> | undefined;

/**
 * Creates an instance of PDFium, which takes some 10 ms once it is compiled. Each document gets its own, so that a
 * damaged one affects no other. It has neither a JavaScript engine nor access to files or to the network.
 *
 * @param stepsMax limit of the work: calls of functions and repetitions of loops in PDFium, at most 2³¹ - 1
 * @throws PdfError `unavailable` when `@embedpdf/pdfium` is not installed
 */
export async function loadPdfium(stepsMax: number): Promise<Pdfium> {
  const { init } = await importPdfium();
  compiled ??= compile();
  const module = await compiled;
  let isOutOfMemory = false;
  let counter = { value: 0 };
  const wrapped = await init({
    print: ignore,
    printErr: ignore,
    instantiateWasm: (imports: EmscriptenImports, onInstance: (instance: Instance) => void) => {
      const { env } = imports;
      const resize = env.emscripten_resize_heap;
      const copy = env._emscripten_memcpy_js;
      env._emscripten_memcpy_js = (target, source, bytes) => {
        counter.value -= Math.ceil(bytes / bytesPerStep);
        copy(target, source, bytes);
      };
      env.emscripten_resize_heap = (bytes) => {
        // The number is unsigned.
        isOutOfMemory ||= bytes >>> 0 > memoryBytesMax;
        return !isOutOfMemory && resize(bytes);
      };
      void WebAssembly.instantiate(module, imports).then((instance) => {
        counter = instance.exports[stepsLeftName] ?? counter;
        counter.value = stepsMax;
        onInstance(instance);
      });
      return {};
    },
  } as Parameters<typeof init>[0]);
  wrapped.PDFiumExt_Init();
  const emscripten = wrapped.pdfium as unknown as EmscriptenModule;
  return {
    functions: wrapped,
    memory: () => emscripten.HEAPU8,
    allocate: (bytes) => {
      const address = emscripten.wasmExports.malloc(bytes);
      if (address === 0) throw new RangeError(`PDFium has no memory for ${bytes} bytes.`);
      return address;
    },
    free: (address) => emscripten.wasmExports.free(address),
    isOutOfMemory: () => isOutOfMemory,
    stepsLeft: () => counter.value,
  };
}

const ignore = (): void => undefined;

async function importPdfium(): Promise<typeof import('@embedpdf/pdfium')> {
  try {
    return await loadOptionalPackage('@embedpdf/pdfium', {
      version,
      purpose: 'Reading PDFs',
      load: () => import('@embedpdf/pdfium'),
    });
  } catch (error) {
    if (error instanceof MissingPackageError)
      throw new PdfError('unavailable', error.message, { cause: error });
    throw error;
  }
}

async function compile(): Promise<CompiledModule> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  return WebAssembly.compile(meterModule(await readFile(path)));
}
