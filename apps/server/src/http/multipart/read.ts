import type { IncomingMessage } from 'node:http';
import type { MultipartPart } from '../../operations/uploaded-file.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import { streamBody } from '../body/read-body.ts';
import { malformedMultipart } from './malformed-multipart.ts';
import { MultipartSplitter } from './split.ts';

const boundaryLengthMax = 70;

/**
 * Reads the parts of a multipart/form-data body, in order.
 *
 * @param partBytesMax maximum size of one part; of a larger one, one more byte is kept
 * @throws ServiceError `invalid_parameters` if the body is malformed, and the errors of streamBody
 */
export async function readMultipartBody(
  request: IncomingMessage,
  signal: AbortSignal,
  countBytes: CountBytes,
  partBytesMax: number,
): Promise<MultipartPart[]> {
  const splitter = new MultipartSplitter(readBoundary(request.headers['content-type'] ?? ''), partBytesMax);
  await streamBody(request, signal, countBytes, (chunk) => splitter.push(chunk));
  return splitter.end();
}

/** Returns the `boundary` parameter of a Content-Type (RFC 2046, section 5.1.1). */
function readBoundary(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  if (boundary !== '' && boundary.length <= boundaryLengthMax) return boundary;
  throw malformedMultipart(`its Content-Type must have a boundary of 1 to ${boundaryLengthMax} characters`);
}
