import type { OcrResult } from '@quern/ocr/ocr-result';
import type { z } from 'zod';
import { backgroundPagesMax, defineOperation, type OperationContext } from '../define-operation.ts';
import { loadInput } from '../load-input.ts';
import { buildOcrResult } from './build-ocr-result.ts';
import examples from './examples.data.json' with { type: 'json' };
import { readDataUri } from './read-data-uri.ts';
import { isDataUri, ocrInput, ocrOutput } from './schema.ts';

type OcrInput = z.infer<typeof ocrInput>;

const imageBytesMax = 32 * 1024 * 1024;
const accept = 'image/avif,image/webp,image/png,image/*;q=0.9,application/pdf;q=0.9,*/*;q=0.5';
/** Progress when the file was loaded; the pages share the rest. */
const loadedFraction = 0.1;

/** A PNG of 132 × 36 pixels that reads "Hello 42". */
const sampleImage =
  'iVBORw0KGgoAAAANSUhEUgAAAIQAAAAkAQMAAABylgAKAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAuklEQVQoz83QOw7CMAwG4D+yFC+Vu3ao6DWYOAsnQNyARBm69QicBak7Z2BjY2ZABKckPHoB8JR8cmzHwO+D7OetIQfidFrQbSYrvs/F1jPZgIs0KmvgAioSiVPRIzR9En8OzHuY4ZUTfGCxoCHX6WIwIwuDBDZLj5ErghVIftWbSUTQFokjt4RKsCyiE6p00W0/pJrk9C119Icyj4p2hzxHTuKIWRsLl4157ZVWIxzzv9wusLm+5d/jASSwMBROHTI4AAAAAElFTkSuQmCC';

/** Recognizes the text of an image or a PDF. */
export const operation = defineOperation({
  name: 'ocr',
  title: 'Recognize the text of an image or a PDF',
  description:
    'Recognizes the text of an image or of the pages of a PDF, line by line, in reading order. Formats: PNG, JPEG, WebP, GIF, TIFF, AVIF, HEIC, BMP, ICO, PNM, and PDF. The pages of a PDF are read as they are displayed, like scans.',
  consumes: ['application/json', 'multipart/form-data'],
  input: ocrInput,
  primaryInput: 'imageUrl',
  output: ocrOutput,
  plainResult: 'text.description',
  errors: [
    'invalid_url',
    'forbidden_address',
    'invalid_image',
    'unreadable_document',
    'file_too_large',
    'fetch_failed',
    'target_status',
    'blocked',
    'fetch_timeout',
    'engine_unavailable',
  ],
  examples,
  quickStartInput: { imageUrl: `data:image/png;base64,${sampleImage}` },
  // Up to 100 pages, a few seconds each.
  timeLimitMs: 600_000,
  cost: { resource: 'ocr', baseMs: 2000, perUnitMs: 0, units: () => 0 },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  run: async ({ input, ...context }) => {
    const { engines, signal, progress, publishPage, isBackground } = context;
    const pagesMax = isBackground ? backgroundPagesMax : undefined;
    const { pages, password, languages } = input;
    const bytes = await loadImage(input, context);
    progress(loadedFraction, 'file loaded');
    const onPage = (done: number, total: number, { text, pages: [page] }: OcrResult): void => {
      if (page !== undefined && total > 1)
        publishPage?.({ page: page.number, format: 'text', content: text });
      progress(loadedFraction + ((1 - loadedFraction) * done) / total, `page ${done} of ${total} read`);
    };
    const result = await engines.ocr.recognize(bytes, {
      signal,
      pages,
      password,
      pagesMax,
      languages,
      onPage,
    });
    const { sentences, language, tokenCount } = await engines.pool.run('segmentText', result.text, {
      signal,
      jsonFields: ['sentences'],
    });
    const { lines, tables, ...others } = buildOcrResult(result);
    const detected = language === 'und' ? [] : [language];
    return {
      text: { description: result.text, sentences, lines, tables },
      ...others,
      languages: languages ?? detected,
      tokenCount,
    };
  },
});

async function loadImage({ imageUrl, files }: OcrInput, context: OperationContext): Promise<Uint8Array> {
  if (imageUrl !== undefined && isDataUri(imageUrl)) return readDataUri(imageUrl);
  return loadInput({ files, url: imageUrl }, { bytesMax: imageBytesMax, accept }, context);
}
