import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../operations/define-operation.ts';
import { parseMultipartInput, partBytesMax } from '../../operations/parse-multipart-input.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { rejectByHeaders } from '../body/read-body.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { requireMediaType } from '../body/require-media-type.ts';
import { readMultipartBody } from '../multipart/read.ts';

/**
 * Reads the raw input of an operation from the body of a request.
 *
 * @param signal stops reading when aborted; its reason is thrown
 * @param countBytes called with the length of each chunk; an error it throws stops reading
 * @returns a promise if the body has not been received
 * @throws ServiceError `unsupported_media_type` for a media type that the operation does not accept, and the errors of
 *   readJsonBody and readMultipartBody
 */
export function readInput(
  request: IncomingMessage,
  operation: Operation,
  signal: AbortSignal,
  countBytes: CountBytes,
): object | Promise<object> {
  const type = requireMediaType(request, operation.name, operation.consumes);
  rejectByHeaders(request);
  if (type === 'multipart/form-data') {
    return readMultipartBody(request, signal, countBytes, partBytesMax(operation)).then((parts) =>
      parseMultipartInput(operation, parts),
    );
  }
  return readJsonBody(request, signal, countBytes);
}
