import { loadTesseract } from './load-tesseract.ts';
import { type RecognizedImage, type RecognizeToTsv, recognizeImage } from './recognize-image.ts';

/** One image to recognize, with the setup of its thread. */
export interface RecognitionInput {
  /** An image file. */
  readonly bytes: Uint8Array;
  readonly pixelsMax: number;
  /** Tesseract's language codes and the paths of their gzipped data; the same for all images of a thread. */
  readonly languages: readonly { readonly code: string; readonly path: string }[];
}

let loading: Promise<RecognizeToTsv> | undefined;

/** CPU time that this thread has used, in milliseconds. */
function threadCpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The tasks of the recognition threads. */
export const recognitionTasks = {
  /** Recognizes an image; the first task of a thread loads Tesseract. @throws ImageError */
  recognize: async ({ bytes, pixelsMax, languages }: RecognitionInput): Promise<RecognizedImage> => {
    loading ??= loadTesseract(languages);
    return recognizeImage(bytes, pixelsMax, await loading, threadCpuTimeMs);
  },
};

/** The type of `recognitionTasks`, for the pool that runs them. */
export type RecognitionTasks = typeof recognitionTasks;
