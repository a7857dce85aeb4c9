import type { FetchOptions } from '@quern/web/fetch/fetched-resource';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { fetchTarget } from '../fetch-target.ts';
import examples from './examples.data.json' with { type: 'json' };
import { readDataUri } from './read-data-uri.ts';
import { isDataUri, ocrInput, ocrOutput } from './schema.ts';

const imageBytesMax = 32 * 1024 * 1024;
const accept = 'image/avif,image/webp,image/png,image/*;q=0.9,*/*;q=0.5';

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
  timeLimitMs: 120_000,
  cost: { resource: 'ocr', baseMs: 2000, perByteMs: 0 },
  price: { minimum: 1, label: '1 credit per request', compute: () => 1 },
  run: async ({ input, ...context }) => {
    const { engines, signal, progress } = context;
    const bytes = await loadImage(input.imageUrl, context);
    progress(0.1, 'image fetched');
    const { text, lines, ...image } = await engines.images.read(bytes, { signal });
    const { sentences, tokenCount } = await engines.pool.run('describeText', text, {
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
