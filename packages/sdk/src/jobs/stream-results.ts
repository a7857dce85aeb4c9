import type { StoredResultOptions } from '../call-operation.ts';
import type { ClientConfig } from '../client-config.ts';
import { delay } from '../deadline.ts';
import { toQueryString } from '../query-string.ts';
import { streamLines } from './stream-lines.ts';

/** Options of reading the results of a batch or a crawl. */
export interface ResultStreamOptions extends StoredResultOptions {
  /** The `cursor` of the last result that you have; default: from the first. */
  readonly cursor?: number | undefined;
  /** Whether to wait for results until all have ended. Default true. */
  readonly follow?: boolean | undefined;
}

/** Results to iterate over. */
export interface ResultSource {
  /** Path of the stream. */
  readonly path: string;
  /** Returns whether further results may come. */
  readonly isRunning: () => Promise<boolean>;
}

/** Pause before a stream that ended with its node, before the last result, is opened again. */
const reopenMs = 500;

/**
 * Iterates over results that a service sends as lines of JSON. A lost connection is opened again, and continues after the
 * last result.
 */
export async function* streamResults<Result extends { readonly cursor: number }>(
  config: ClientConfig,
  { path, isRunning }: ResultSource,
  { cursor = 0, follow = true, signal, requestId }: ResultStreamOptions = {},
): AsyncGenerator<Result> {
  let last = cursor;
  for (;;) {
    // Before the stream: the results of what has ended now are part of it.
    const mayContinue = follow && (await isRunning());
    const lines = streamLines(config, {
      path: () => `${path}${toQueryString({ cursor: last, follow: String(follow) })}`,
      requestId,
      signal,
    });
    for await (const line of lines) {
      // The service's OpenAPI document guarantees the fields of a line.
      const result = JSON.parse(line) as Result;
      last = result.cursor;
      yield result;
    }
    if (!mayContinue) return;
    if (await isRunning()) await delay(reopenMs, signal ?? new AbortController().signal);
  }
}
