import { Readable } from 'node:stream';
import { BucketError } from './bucket-error.ts';
import type { S3Client } from './s3-client.ts';

/** How often the download of one object is resumed. */
const resumptionsMax = 5;

/**
 * Streams an object with backpressure. After a lost connection, the download continues with the next byte. The stream requests
 * the object when it is read, and fails with a BucketError if the object was removed in the meantime.
 *
 * @param length bytes of the object
 */
export function streamObject(client: S3Client, key: string, length: number): Readable {
  const controller = new AbortController();
  const chunks = readChunks(client, { key, length, signal: controller.signal });
  return new Readable({
    highWaterMark: 1,
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      controller.abort();
      callback(error);
    },
  });
}

interface ObjectRange {
  readonly key: string;
  readonly length: number;
  readonly signal: AbortSignal;
}

async function* readChunks(
  client: S3Client,
  { key, length, signal }: ObjectRange,
): AsyncGenerator<Buffer, undefined> {
  let position = 0;
  for (let resumptions = 0; position < length; resumptions += 1) {
    if (resumptions > 0) await client.wait(resumptions);
    const headers: Record<string, string> = position === 0 ? {} : { range: `bytes=${position}-` };
    const { status, body } = await client.download({ method: 'GET', key, headers }, signal);
    if (status !== (position === 0 ? 200 : 206)) {
      body.destroy();
      throw new BucketError(`the blob ${key} was removed while it was read`, { status });
    }
    try {
      for await (const chunk of body) {
        position += chunk.length;
        yield chunk;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (resumptions >= resumptionsMax) {
        throw new BucketError(`the blob ${key} cannot be read beyond byte ${position}`, { cause: error });
      }
    }
    if (position < length && resumptions >= resumptionsMax) {
      throw new BucketError(`the blob ${key} ends after ${position} of ${length} bytes`);
    }
  }
}
