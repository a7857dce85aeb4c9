import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { invalidParameters } from '../../errors/service-error.ts';
import { validateInput } from '../../validation/validate-input.ts';
import { readJsonBodyInTime } from '../body/read-json-body-in-time.ts';
import { requireMediaType } from '../body/require-media-type.ts';
import { metadataField, operationNameField } from '../endpoints/filter-fields.ts';
import { readJsonLines } from './read-json-lines.ts';

/** A batch as it is received. */
export interface BatchBody {
  readonly operation: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requests: AsyncIterable<unknown> | Iterable<unknown>;
}

/** Maximum number of requests of a JSON body; more have to be sent as lines. */
const inlineRequestsMax = 1000;

/** The JSON body of a batch; its requests are validated one by one. */
const jsonBodySchema = z.strictObject({
  operation: operationNameField,
  metadata: metadataField.default({}),
  requests: z.array(z.unknown()).max(inlineRequestsMax),
});

/** Query parameters of a batch that is sent as lines. */
export interface BatchQuery {
  readonly operation?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Reads a batch: a JSON object, or lines of JSON (`application/x-ndjson`) that are read while they are received.
 *
 * @throws ServiceError `unsupported_media_type`, `invalid_parameters`, and the errors of the body
 */
export async function readBatchBody(request: IncomingMessage, query: BatchQuery): Promise<BatchBody> {
  const type = requireMediaType(request, 'batches', ['application/json', 'application/x-ndjson']);
  if (type === 'application/x-ndjson') {
    const { operation, metadata } = query;
    if (operation === undefined) {
      throw invalidParameters('operation: must be a query parameter of a batch that is sent as lines');
    }
    return { operation, metadata, requests: readJsonLines(request) };
  }
  return validateInput(jsonBodySchema, await readJsonBodyInTime(request));
}
