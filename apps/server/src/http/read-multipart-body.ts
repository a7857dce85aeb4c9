import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';
import type { MultipartPart } from '../operations/define-operation.ts';
import { parsePartHeaders } from './parse-part-headers.ts';
import { receiveBody } from './receive-body.ts';

const partsMax = 64;
const boundaryLengthMax = 70;
const headerBytesMax = 8192;

/** The parts of a multipart/form-data body, in order. Throws what `receiveBody` throws, and `invalid_parameters`. */
export async function readMultipartBody(
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<MultipartPart[]> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  return parseMultipart(await receiveBody(request, signal), boundary);
}

/** The `boundary` of a Content-Type (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string {
  const found = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  if (boundary !== '' && boundary.length <= boundaryLengthMax) return boundary;
  throw malformed(`its Content-Type needs a boundary of 1 to ${boundaryLengthMax} characters`);
}

const lineEnd = '\r\n';

/**
 * Splits a body at its boundaries (RFC 2046, section 5.1; RFC 7578). What stands before the first and after
 * the last boundary is passed over. Parts are windows on the body: nothing is copied.
 */
export function parseMultipart(body: Buffer, boundary: string): MultipartPart[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const nextDelimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1');
  const parts: MultipartPart[] = [];
  let at = firstDelimiter(body, delimiter, nextDelimiter);
  for (;;) {
    // White space may stand between a boundary and the end of its line.
    const restEnd = body.indexOf(lineEnd, at);
    const rest = body.toString(
      'latin1',
      at,
      restEnd < 0 ? Math.min(body.length, at + headerBytesMax) : restEnd,
    );
    if (rest.startsWith('--')) return parts;
    if (restEnd < 0) throw malformed('it ends before its last boundary');
    if (/[^ \t]/.test(rest)) throw malformed('there is text behind a boundary');
    const start = restEnd + lineEnd.length;
    const end = body.indexOf(nextDelimiter, restEnd);
    if (end < 0) throw malformed('it ends before its last boundary');
    if (parts.length === partsMax) throw invalid(`the body has over ${partsMax} parts`);
    parts.push(parsePart(body.subarray(start, Math.max(start, end))));
    at = end + nextDelimiter.length;
  }
}

/** Where the first boundary ends: at the very start of the body, or at the start of a later line. */
function firstDelimiter(body: Buffer, delimiter: Buffer, nextDelimiter: Buffer): number {
  if (body.subarray(0, delimiter.length).equals(delimiter)) return delimiter.length;
  const found = body.indexOf(nextDelimiter);
  if (found < 0) throw malformed('it does not have the boundary that its Content-Type names');
  return found + nextDelimiter.length;
}

function parsePart(part: Buffer): MultipartPart {
  const blank = part.indexOf(lineEnd + lineEnd);
  if (blank < 0) throw malformed('a part has no blank line after its headers');
  if (blank > headerBytesMax) throw malformed(`the headers of a part have over ${headerBytesMax} bytes`);
  return { ...parsePartHeaders(part.subarray(0, blank)), bytes: part.subarray(blank + 2 * lineEnd.length) };
}

const invalid = (message: string): ServiceError => new ServiceError('invalid_parameters', message);

const malformed = (problem: string): ServiceError => invalid(`the multipart body cannot be read: ${problem}`);
