import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Pipes a source through a decoder and yields its output. Ending the iteration early destroys the decoder at once; the
 * source ends with its next chunk or when its owner closes it, and nothing waits for that.
 *
 * @param toError converts an error of the decoder
 * @throws an error of the source unchanged, or the converted error of the decoder
 */
export async function* pipeThrough(
  source: AsyncIterable<Uint8Array>,
  decoder: Transform,
  toError: (cause: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  let failed = false;
  let failure: unknown;
  const watched = (async function* () {
    try {
      yield* source;
    } catch (error) {
      failed = true;
      failure = error;
      throw error;
    }
  })();
  // The decoder is destroyed with the same error, which the loop below catches.
  pipeline(watched, decoder).catch(() => undefined);
  try {
    for await (const chunk of decoder) yield chunk;
  } catch (cause) {
    throw failed ? failure : toError(cause);
  } finally {
    decoder.destroy();
  }
}
