import { z } from 'zod';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isResourceId } from '../../ids/resource-id.ts';
import type { PipelineContext } from '../../pipeline/pipeline-context.ts';
import { contentDisposition } from '../body/content-disposition.ts';
import { defineKeyEndpoint, type KeyEndpoint } from '../endpoints/key-endpoint.ts';

type FileServices = Pick<PipelineContext, 'store' | 'now' | 'openResponses'>;

/** The endpoint of files that are parts of results. */
export const fileEndpoints: readonly KeyEndpoint<FileServices>[] = [
  defineKeyEndpoint({
    operationId: 'getFile',
    name: 'files',
    method: 'GET',
    path: '/v0/files/:id',
    summary: 'Download a file of a result',
    description:
      'Returns the bytes of a file that an operation created, such as the `pdf` of `convert`, to keys of the account that requested it, until it expires with its result. It is free. If the operator allows it, clients that accept gzip are redirected to the object store (307).',
    errors: ['not_found', 'invalid_parameters'],
    query: z.strictObject({}),
    response: 'file',
    handle: async ({ id, key }, { store, now, openResponses }: FileServices) => {
      const file = isResourceId(id) ? await store.results.findFile(id, key.accountId, now()) : undefined;
      if (file === undefined) {
        throw new ServiceError('not_found', `there is no file ${quoteValue(id)}, or it has expired`);
      }
      const download = { mediaType: file.mediaType, disposition: contentDisposition(file.name) };
      const location = await file.blob.presign?.(download);
      return { kind: 'file', file, location, onClose: openResponses.acquire(key.id) };
    },
  }),
];
