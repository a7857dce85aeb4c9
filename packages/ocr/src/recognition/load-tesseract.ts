import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { ImageError } from '../image/image-error.ts';
import type { RecognizeToTsv } from './recognize-image.ts';

/** The parts that are used of tesseract.js-core (Tesseract 5 compiled to WebAssembly), which has no type declarations. */
interface TesseractApi {
  Init(dataPath: null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetImageFile(exifOrientation: number, angleRadians: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}
interface TesseractModule {
  TessBaseAPI: new () => TesseractApi;
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
}
type TesseractCore = (options: object) => Promise<TesseractModule>;

/** Engine mode: the LSTM network without the legacy recognizer. */
const lstmOnly = 1;
/** Page segmentation mode: automatic, with columns. */
const automatic = '3';
/** Path of the image in Emscripten's file system. */
const inputPath = '/input';

/**
 * Loads Tesseract with the data of some languages.
 *
 * @param languages Tesseract's codes and the paths of their gzipped data
 * @returns a function that blocks its thread while it recognizes an image
 * @throws Error when the optional package tesseract.js-core is not installed
 */
export async function loadTesseract(
  languages: readonly { readonly code: string; readonly path: string }[],
): Promise<RecognizeToTsv> {
  const core = await loadCore();
  const tesseract = await core({ print: () => {}, printErr: () => {} });
  for (const { code, path } of languages) {
    tesseract.FS.writeFile(`${code}.traineddata`, gunzipSync(await readFile(path)));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, languages.map(({ code }) => code).join('+'), lstmOnly) !== 0) {
    throw new Error('Tesseract could not load its language data.');
  }
  api.SetVariable('debug_file', '/dev/null');
  return (image) => {
    api.SetVariable('tessedit_pageseg_mode', automatic);
    tesseract.FS.writeFile(inputPath, image);
    try {
      if (api.SetImageFile(1, 0) === 1) {
        throw new ImageError(
          'unreadable',
          'The image is damaged, or its format is not supported without the package sharp.',
        );
      }
      api.SetVariable('user_defined_dpi', '300');
      api.Recognize(null);
      return api.GetTSVText(0);
    } finally {
      api.Clear();
      tesseract.FS.unlink(inputPath);
    }
  };
}

async function loadCore(): Promise<TesseractCore> {
  const variant = (await relaxedSimd()) ? '-relaxedsimd' : (await simd()) ? '-simd' : '';
  try {
    return createRequire(import.meta.url)(`tesseract.js-core/tesseract-core${variant}-lstm`);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')) throw cause;
    throw new Error('OCR needs the optional package tesseract.js-core, which is not installed.', { cause });
  }
}
