import { createStreamDecoder } from '@quern/runtime/decode-charset';

const chunkBytes = 65_536;

/** Decodes XML in parts, so that a large part is never in memory as text as a whole. */
export function* decodeChunks(bytes: Uint8Array): Generator<string> {
  const decoder = createStreamDecoder(bytes.subarray(0, chunkBytes));
  for (let position = 0; position < bytes.length; position += chunkBytes) {
    const end = position + chunkBytes;
    yield decoder.decode(bytes.subarray(position, end), { stream: end < bytes.length });
  }
}
