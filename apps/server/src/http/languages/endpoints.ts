import { z } from 'zod';
import { languageSchema } from '../../languages/language-schema.ts';
import { languages } from '../../languages/language-support.ts';
import { encodeResult, toBytes } from '../../pipeline/response/response-body.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';

const languageListSchema = z
  .object({ languages: z.array(languageSchema).describe('By English name') })
  .meta({ id: 'LanguageList', description: 'The languages, and how well the operations work in them' });

/** The endpoint of languages. */
export const languageEndpoints: readonly KeyEndpoint<undefined>[] = [
  defineKeyEndpoint({
    operationId: 'getLanguages',
    name: 'languages',
    method: 'GET',
    path: '/v0/languages',
    summary: 'List the languages and how well each operation works in them',
    description:
      'Languages with measured quality where a public data set exists. It describes the models that come with the service; a configured language model and further translation models can do more.',
    errors: ['invalid_parameters'],
    query: z.strictObject({}),
    response: languageListSchema,
    handle: async () => ({ kind: 'bytes', bytes: toBytes(encodeResult({ languages })) }),
  }),
];
