import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors/service-error.ts';
import type { MultipartPart } from '../../operations/define-operation.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { streamBody } from '../body/read-body.ts';
import { MultipartSplitter } from './split.ts';

const boundaryLengthMax = 70;

/** The parts of a multipart/form-data body, in order. Throws what `drainBody` throws, and `invalid_parameters`. */
export async function readMultipartBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes,
): Promise<MultipartPart[]> {
  const splitter = new MultipartSplitter(boundaryOf(request.headers['content-type'] ?? ''));
  await streamBody(request, signal, countBytes, (chunk) => splitter.push(chunk));
  return splitter.end();
}

/** The `boundary` of a Content-Type (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  if (boundary !== '' && boundary.length <= boundaryLengthMax) return boundary;
  throw malformed(`its Content-Type needs a boundary of 1 to ${boundaryLengthMax} characters`);
}

const malformed = (problem: string): ServiceError =>
  new ServiceError('invalid_parameters', `the multipart body cannot be read: ${problem}`);
