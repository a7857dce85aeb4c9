import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors/service-error.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { rejectByHeaders } from './read-body.ts';
import { readJsonBody } from './read-json-body.ts';

const bodyTimeoutMs = 30_000;

/**
 * Reads a JSON body; an empty one counts as an empty object.
 *
 * @param countBytes called with the length of each chunk; an error that it throws stops the reading
 * @throws ServiceError `request_timeout` if the body is not received in time, and the errors of readJsonBody
 */
export async function readJsonBodyInTime(request: IncomingMessage, countBytes?: CountBytes): Promise<object> {
  rejectByHeaders(request);
  const { headers } = request;
  const length = headers['content-length'];
  if (length === '0' || (length === undefined && headers['transfer-encoding'] === undefined)) return {};
  const controller = new AbortController();
  const timer = setTimeout(() => {
    const message = `the body was not received within ${bodyTimeoutMs / 1000} s`;
    controller.abort(new ServiceError('request_timeout', message));
  }, bodyTimeoutMs);
  try {
    return await readJsonBody(request, controller.signal, countBytes);
  } finally {
    clearTimeout(timer);
  }
}
