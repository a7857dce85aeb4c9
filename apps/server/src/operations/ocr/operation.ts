import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { fetchTarget } from '../fetch-target.ts';
import examples from './examples.data.json' with { type: 'json' };
import { readDataUri } from './read-data-uri.ts';
import { isDataUri, ocrInput, ocrOutput } from './schema.ts';

const imageBytesMax = 32 * 1024 * 1024;
const accept = 'image/avif,image/webp,image/png,image/*;q=0.9,*/*;q=0.5';

/** A PNG of 132 × 36 pixels that reads "Hello 42". */
const sampleImage =
  'iVBORw0KGgoAAAANSUhEUgAAAIQAAAAkAQMAAABylgAKAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAuklEQVQoz83QOw7CMAwG4D+yFC+Vu3ao6DWYOAsnQNyARBm69QicBak7Z2BjY2ZABKckPHoB8JR8cmzHwO+D7OetIQfidFrQbSYrvs/F1jPZgIs0KmvgAioSiVPRIzR9En8OzHuY4ZUTfGCxoCHX6WIwIwuDBDZLj5ErghVIftWbSUTQFokjt4RKsCyiE6p00W0/pJrk9C119Icyj4p2hzxHTuKIWRsLl4157ZVWIxzzv9wusLm+5d/jASSwMBROHTI4AAAAAElFTkSuQmCC';

/** Recognizes the text of an image. */
export const operation = defineOperation({
  name: 'ocr',
  title: 'Recognize the text of an image',
  description:
    'Recognizes the text of an image, line by line, in reading order. Formats: PNG, JPEG, WebP, GIF, TIFF, AVIF, and BMP.',
  consumes: ['application/json'],
  input: ocrInput,
  primaryInput: 'imageUrl',
  output: ocrOutput,
  plainResult: 'text.description',
  errors: [
    'invalid_url',
    'forbidden_address',
    'invalid_image',
    'fetch_failed',
    'target_status',
    'blocked',
    'fetch_timeout',
  ],
  examples,
  quickStartInput: { imageUrl: `data:image/png;base64,${sampleImage}` },
  timeLimitMs: 120_000,
  cost: { resource: 'ocr', baseMs: 2000, perByteMs: 0 },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  run: async ({ input, ...context }) => {
    const { engines, signal, progress } = context;
    const bytes = await loadImage(input.imageUrl, context);
    progress(0.1, 'image fetched');
    const { text, lines, ...image } = await engines.ocr.recognize(bytes, { signal });
    const { sentences, tokenCount } = await engines.pool.run('segmentText', text, {
      signal,
      jsonFields: ['sentences'],
    });
    return { text: { description: text, sentences, lines }, ...image, tokenCount };
  },
});

async function loadImage(imageUrl: string, { engines, signal }: OperationContext): Promise<Uint8Array> {
  if (isDataUri(imageUrl)) return readDataUri(imageUrl);
  const options: FetchOptions = {
    signal,
    timeoutMs: engines.fetchTimeMs,
    bytesMax: imageBytesMax,
    accept,
  };
  return (await fetchTarget(engines.web, imageUrl, options)).body;
}
