import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import type { RecognitionAnswer, RecognitionRequest, RecognitionSetup } from './recognition-messages.ts';

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
let running = 0;

async function loadCore(): Promise<TesseractCore> {
  const variant = (await relaxedSimd()) ? '-relaxedsimd' : (await simd()) ? '-simd' : '';
  return createRequire(import.meta.url)(`tesseract.js-core/tesseract-core${variant}-lstm`);
}

async function start({
  languages,
}: RecognitionSetup): Promise<(request: RecognitionRequest) => RecognitionAnswer> {
  const core = await loadCore();
  const tesseract = await core({
    // Recognition is 30..100 of Tesseract's percents.
    TesseractProgress: (percent: number) =>
      post({ kind: 'progress', id: running, fraction: Math.min(1, Math.max(0, (percent - 30) / 70)) }),
    print: () => {},
    printErr: () => {},
  });
  for (const { code, path } of languages) {
    tesseract.FS.writeFile(`${code}.traineddata`, gunzipSync(await readFile(path)));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, languages.map(({ code }) => code).join('+'), lstmOnly) !== 0) {
    throw new Error('Tesseract could not load its language data.');
  }
  api.SetVariable('debug_file', '/dev/null');
  return (request) => {
    running = request.id;
    api.SetVariable('tessedit_pageseg_mode', String(request.pageSegmentation));
    tesseract.FS.writeFile('/input', request.image);
    try {
      if (api.SetImageFile(1, 0) === 1) return { kind: 'unreadable', id: request.id };
      api.SetVariable('user_defined_dpi', '300');
      api.Recognize(null);
      return { kind: 'recognized', id: request.id, table: api.GetTSVText(0) };
    } finally {
      api.Clear();
      tesseract.FS.unlink('/input');
    }
  };
}

function post(answer: RecognitionAnswer): void {
  parentPort?.postMessage(answer);
}

const ready = start(workerData);
parentPort?.on('message', async (request: RecognitionRequest) => {
  try {
    post((await ready)(request));
  } catch (error) {
    post({ kind: 'failed', id: request.id, message: error instanceof Error ? error.message : String(error) });
  }
});
