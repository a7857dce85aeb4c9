import type { CatalogModel } from '@quern/translation/models/model-catalog';
import { z } from 'zod';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type AdminEndpoint, defineAdminEndpoint, ignored } from './endpoint.ts';

const modelIdPattern = /^[a-z]{2,3}(?:-[a-z]{2,8}){1,3}$/;

/** Whether a text has the form of the id of a translation model, such as `en-pt`. */
export const isModelId = (text: string): boolean => modelIdPattern.test(text);

const modelSchema = z
  .object({
    id: z.string().describe('The language pair, such as `en-pt`'),
    from: z.string().describe('Source language (BCP 47)'),
    to: z.string().describe('Target language (BCP 47)'),
    status: z
      .enum(['available', 'downloading', 'failed', 'installed', 'verified', 'damaged', 'unknown'])
      .describe('`verified`, `damaged` and `unknown` (no checksums) are results of a verification'),
    progress: z.number().min(0).max(1).describe('Completed share of a download'),
    bytes: z.int().min(0).describe('Size of the installed files'),
    error: z.string().describe('Why a download or a verification failed; empty if it did not'),
  })
  .meta({ id: 'TranslationModel' });

const response = z.object({ model: modelSchema });

/** Translation models of the node that receives the request. */
export const modelEndpoints: readonly AdminEndpoint[] = [
  defineAdminEndpoint({
    operationId: 'listModels',
    method: 'GET',
    path: '/models',
    summary: 'List translation models, ordered by id',
    status: 200,
    errors: ['model_unavailable'],
    query: z.object({
      available: z
        .enum(['true', 'false'])
        .default('false')
        .describe('Whether published models that are not installed are listed too'),
    }),
    body: ignored,
    response: z.object({ models: z.array(modelSchema) }),
    handle: async ({ query }, { models }) => ({
      models: await models.list(query.available === 'true').catch((cause: unknown) => {
        throw new ServiceError(
          'model_unavailable',
          'the registry of models cannot be loaded; check QUERN_MODELS_MIRROR and QUERN_OFFLINE',
          { cause, retryAfterSeconds: 30 },
        );
      }),
    }),
  }),
  defineAdminEndpoint({
    operationId: 'pullModel',
    method: 'POST',
    path: '/models',
    summary: 'Start to download a translation model',
    description: 'Returns at once; the progress is a field of the model. An interrupted download continues.',
    status: 200,
    errors: [],
    query: ignored,
    body: z.strictObject({
      id: z
        .string()
        .regex(modelIdPattern, { error: 'must be a language pair such as en-pt' })
        .describe('The language pair, such as `en-pt`'),
    }),
    response,
    handle: async ({ body: { id }, origin }, { models, audit }) => {
      const before = statusOf(await models.find(id));
      const model = await models.pull(id);
      await audit.record(origin, { action: 'model.pull', target: id, before, after: statusOf(model) });
      return { model };
    },
  }),
  defineAdminEndpoint({
    operationId: 'getModel',
    method: 'GET',
    path: '/models/:id',
    summary: 'Get a translation model that is installed or downloading',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: ignored,
    response,
    handle: async ({ id }, { models }) => ({ model: requireModel(id, await models.find(id)) }),
  }),
  defineAdminEndpoint({
    operationId: 'verifyModel',
    method: 'POST',
    path: '/models/:id/verification',
    summary: 'Compare the files of an installed translation model with their checksums',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: ignored,
    response,
    handle: async ({ id, origin }, { models, audit }) => {
      const before = statusOf(await models.find(id));
      const model = requireModel(id, await models.verify(id));
      await audit.record(origin, { action: 'model.verify', target: id, before, after: statusOf(model) });
      return { model };
    },
  }),
  defineAdminEndpoint({
    operationId: 'removeModel',
    method: 'DELETE',
    path: '/models/:id',
    summary: 'Remove a translation model, and stop its download',
    status: 200,
    errors: ['not_found'],
    query: ignored,
    body: ignored,
    response: z.object({ removed: z.boolean().describe('Always true') }),
    handle: async ({ id, origin }, { models, audit }) => {
      const before = statusOf(await models.find(id));
      if (!(await models.remove(id))) requireModel(id, undefined);
      await audit.record(origin, { action: 'model.remove', target: id, before, after: null });
      return { removed: true };
    },
  }),
];

/** @throws ServiceError `not_found` if there is no such model */
function requireModel(id: string, model: CatalogModel | undefined): CatalogModel {
  if (model !== undefined) return model;
  throw new ServiceError('not_found', `the translation model ${quoteValue(id)} is not installed`);
}

/** The values of a model that are audited. */
const statusOf = (model: CatalogModel | undefined): object | null =>
  model === undefined ? null : { status: model.status };
