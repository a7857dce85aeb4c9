import { parentPort, workerData } from 'node:worker_threads';
import { ImageError } from '../image-error.ts';
import { loadTesseract } from './load-tesseract.ts';
import type {
  RecognitionRequest,
  RecognitionResponse,
  RecognitionWorkerData,
} from './recognition-messages.ts';
import { recognizeImage } from './recognize-image.ts';

const { languages, pixelsMax }: RecognitionWorkerData = workerData;
const loading = loadTesseract(languages);
// Its failure is reported with the first request.
loading.catch(() => undefined);

parentPort?.on('message', async ({ id, bytes }: RecognitionRequest) => {
  parentPort?.postMessage(await answer(id, bytes));
});

/** Of this thread. */
function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function answer(id: number, bytes: Uint8Array): Promise<RecognitionResponse> {
  try {
    return {
      kind: 'recognized',
      id,
      image: await recognizeImage(bytes, pixelsMax, await loading, cpuTimeMs),
    };
  } catch (error) {
    if (error instanceof ImageError) return { kind: 'refused', id, code: error.code, message: error.message };
    return { kind: 'failed', id, message: error instanceof Error ? error.message : String(error) };
  }
}
