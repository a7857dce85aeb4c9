import type { FetchOptions } from '@quern/web/fetch/guarded-fetch';
import { defineOperation, type OperationContext } from '../define-operation.ts';
import { fetchTarget } from '../fetch-target.ts';
import { readDataUri } from './read-data-uri.ts';
import { ocrExample, ocrInput, ocrOutput } from './schema.ts';

const imageBytesMax = 32 * 1024 * 1024;

export const ocr = defineOperation({
  name: 'ocr',
  title: 'Read the text of an image',
  description: 'Recognises the text of an image given by its URL, line by line, in reading order.',
  consumes: ['application/json'],
  input: ocrInput,
  output: ocrOutput,
  example: ocrExample,
  timeLimitMs: 120_000,
  cost: { resource: 'ocr', baseMs: 2000, perByteMs: 0 },
  price: { least: 1, text: '1 credit per request', of: () => 1 },
  run: async ({ imageUrl }, _prepared, context) => {
    const { engines, signal, progress } = context;
    const bytes = await imageBytes(imageUrl, context);
    progress(0.1, 'the image is here');
    const { text, lines, ...image } = await engines.ocr.recognize(bytes, { signal });
    const { sentences, tokenCount } = await engines.pool.run('describeText', text, {
      signal,
      jsonFields: ['sentences'],
    });
    return { text: { description: text, sentences, lines }, ...image, tokenCount };
  },
});

async function imageBytes(imageUrl: string, { engines, signal }: OperationContext): Promise<Uint8Array> {
  if (/^data:/i.test(imageUrl)) return readDataUri(imageUrl);
  const accept = 'image/avif,image/webp,image/png,image/*;q=0.9,*/*;q=0.5';
  const options: FetchOptions = {
    signal,
    timeoutMs: engines.fetchTimeMs,
    bytesMax: imageBytesMax,
    accept,
  };
  return (await fetchTarget(engines.web, imageUrl, options)).body;
}
