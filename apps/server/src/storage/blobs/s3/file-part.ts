import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { ObjectBody } from './s3-client.ts';

const readBytes = 256 * 1024;

/**
 * Returns a part of a file as the body of requests. It is read twice, for the hash and to be sent, and never held in memory.
 *
 * @param start first byte
 * @param length bytes
 */
export async function openFilePart(path: string, start: number, length: number): Promise<ObjectBody> {
  const open = () => createReadStream(path, { start, end: start + length - 1, highWaterMark: readBytes });
  const hash = createHash('sha256');
  for await (const chunk of open()) hash.update(chunk);
  return { length, sha256: hash.digest('hex'), open };
}
