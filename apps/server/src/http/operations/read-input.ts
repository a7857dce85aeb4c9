import type { IncomingMessage } from 'node:http';
import { quoteValue } from '../../errors/quote-value.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { parseMultipartInput, partBytesMax } from '../../operations/parse-multipart-input.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { rejectByHeaders } from '../body/read-body.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { readMultipartBody } from '../multipart/read.ts';

/**
 * Reads the raw input of an operation from the body of a request.
 *
 * @param signal stops reading when aborted; its reason is thrown
 * @param countBytes called with the length of each chunk; an error it throws stops reading
 * @throws ServiceError `unsupported_media_type` for a media type that the operation does not accept, and the errors of
 *   readJsonBody and readMultipartBody
 */
export async function readInput(
  request: IncomingMessage,
  operation: Operation,
  signal: AbortSignal,
  countBytes: CountBytes,
): Promise<unknown> {
  const header = request.headers['content-type'];
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (!operation.consumes.some((accepted) => accepted === type)) {
    throw new ServiceError(
      'unsupported_media_type',
      `${operation.name} accepts ${operation.consumes.join(' or ')}, not ${header === undefined ? 'a body without Content-Type' : quoteValue(header)}`,
      { headers: { accept: operation.consumes.join(', ') } },
    );
  }
  rejectByHeaders(request);
  if (type === 'multipart/form-data') {
    const parts = await readMultipartBody(request, signal, countBytes, partBytesMax(operation));
    return parseMultipartInput(operation, parts);
  }
  return readJsonBody(request, signal, countBytes);
}
