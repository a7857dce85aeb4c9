/** A stream whose first chunk has been read ahead. */
export interface PeekedStream {
  readonly first: Uint8Array;
  /** All chunks, the first one included. Ending the iteration early ends the source. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Reads the first chunk of a stream, so that its format can be detected, without losing it.
 *
 * @returns undefined when the stream has no chunks
 */
export async function peekFirstChunk(source: AsyncIterable<Uint8Array>): Promise<PeekedStream | undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return undefined;
  return { first: first.value, chunks: prepend(first.value, iterator) };
}

async function* prepend(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
