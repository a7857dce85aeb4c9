import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Feeds a source into a decoder and yields what comes out. Ending the iteration early ends the decoder at once; the
 * source ends with its next chunk or when its owner closes it, and nothing waits for that.
 *
 * @throws what the source threw, as it is; else what `toError` makes of the decoder's own error
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
  // The decoder is destroyed with the same error, which the loop below meets.
  pipeline(watched, decoder).catch(() => undefined);
  try {
    for await (const chunk of decoder) yield chunk;
  } catch (cause) {
    throw failed ? failure : toError(cause);
  } finally {
    decoder.destroy();
  }
}
