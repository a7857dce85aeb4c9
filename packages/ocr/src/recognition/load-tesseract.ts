import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { ImageError } from '../image-error.ts';
import type { RecognizeToTsv } from './recognize-image.ts';

/** The part used of tesseract.js-core, which carries no types: Tesseract 5 compiled to WebAssembly. */
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

const lstmOnly = 1;
/** Page segmentation: 3 is automatic with columns. */
const automatic = '3';

/**
 * Loads Tesseract with the data of some languages. The function it returns blocks its thread while it reads.
 *
 * @param languages Tesseract's codes and the paths of their gzipped data
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
    tesseract.FS.writeFile('/input', image);
    try {
      if (api.SetImageFile(1, 0) === 1) {
        throw new ImageError(
          'unreadable',
          'The image is damaged or of a format that cannot be decoded here.',
        );
      }
      api.SetVariable('user_defined_dpi', '300');
      api.Recognize(null);
      return api.GetTSVText(0);
    } finally {
      api.Clear();
      tesseract.FS.unlink('/input');
    }
  };
}

async function loadCore(): Promise<TesseractCore> {
  const variant = (await relaxedSimd()) ? '-relaxedsimd' : (await simd()) ? '-simd' : '';
  return createRequire(import.meta.url)(`tesseract.js-core/tesseract-core${variant}-lstm`);
}
