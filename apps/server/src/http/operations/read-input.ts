import type { IncomingMessage } from 'node:http';
import { quoteValue, ServiceError } from '../../errors/service-error.ts';
import type { MediaType, Operation } from '../../operations/define-operation.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { rejectByHeaders } from '../body/read-body.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { readMultipartBody } from '../multipart/read.ts';

/**
 * Reads an operation's raw input in one of the media types it takes; throws 415 for any other. When `signal` is
 * aborted, reading stops and its reason is thrown; so it is with what `countBytes` throws at a piece of the body.
 */
export async function readInput(
  request: IncomingMessage,
  operation: Operation,
  signal: AbortSignal,
  countBytes: CountBytes,
): Promise<unknown> {
  const header = request.headers['content-type'];
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (!operation.consumes.includes(type as MediaType)) {
    throw new ServiceError(
      'unsupported_media_type',
      `${operation.name} takes ${operation.consumes.join(' or ')}, not ${header === undefined ? 'a body without Content-Type' : quoteValue(header)}`,
      { headers: { accept: operation.consumes.join(', ') } },
    );
  }
  rejectByHeaders(request);
  if (type === 'multipart/form-data') {
    const parts = await readMultipartBody(request, signal, countBytes);
    return operation.parseMultipart?.(parts);
  }
  return readJsonBody(request, signal, countBytes);
}
