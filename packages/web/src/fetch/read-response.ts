import { ByteCollector } from '@quern/runtime/byte-collector';
import type { Deadline } from '@quern/runtime/deadline';
import type { Dispatcher } from 'undici';
import { decodeBody, tooLargeError } from './decode-body.ts';
import type { FetchedHead, StreamedResource } from './fetched-resource.ts';
import { toFetchError } from './to-fetch-error.ts';

/** The request of a response, and the limits of its body. */
export interface ReadResponseOptions {
  readonly url: string;
  readonly requestedUrl: string;
  readonly redirects: readonly string[];
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly bytesMax: number;
  /** Cleared when the body has been read or the resource is closed. */
  readonly deadline: Deadline;
}

/**
 * Converts a response of undici to a resource whose body is decompressed and limited in size.
 *
 * @throws FetchError `too_large` when the `Content-Length` header is above the limit
 */
export function readResponse(
  response: Dispatcher.ResponseData,
  { url, requestedUrl, redirects, method, bytesMax, deadline }: ReadResponseOptions,
): StreamedResource {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const close = () => {
    discardBody(response);
    deadline.clear();
  };
  if (method !== 'HEAD' && Number(headers['content-length'] ?? 0) > bytesMax) {
    close();
    throw tooLargeError(url, bytesMax);
  }
  const encoding = headers['content-encoding'] ?? '';
  const decoded = decodeBody(response.body, encoding, bytesMax, url);
  const head: FetchedHead = {
    url,
    requestedUrl,
    redirects,
    status: response.statusCode,
    headers,
    ...parseContentType(headers['content-type'] ?? ''),
  };
  return { ...head, chunks: withErrors(decoded, url, deadline, close), close };
}

/** Ends the transfer of a body that is not needed. Errors of its connection are ignored. */
export function discardBody(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => undefined).destroy();
}

/** The lines of all `Set-Cookie` headers. */
export function setCookieLines(response: Dispatcher.ResponseData): readonly string[] {
  const lines = response.headers['set-cookie'];
  return lines === undefined ? [] : Array.isArray(lines) ? lines : [lines];
}

/** Concatenates the chunks of a body. */
export async function collectChunks(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const collector = new ByteCollector();
  for await (const chunk of chunks) collector.append(chunk);
  return new Uint8Array(collector.take());
}

async function* withErrors(
  chunks: AsyncIterable<Uint8Array>,
  url: string,
  deadline: Deadline,
  close: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw toFetchError(error, url, deadline);
  } finally {
    close();
  }
}

function parseContentType(value: string): { contentType: string; charset: string } {
  const charset = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(value)?.[1] ?? '';
  return { contentType: (value.split(/[;,]/)[0] ?? '').trim().toLowerCase(), charset: charset.toLowerCase() };
}
