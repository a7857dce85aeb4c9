import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ImageToRead, Reader, Reading } from './reader.ts';

const entrySchema = z.object({
  key: z.string(),
  reading: z.object({
    text: z.string(),
    rowText: z.string().optional(),
    confidence: z.number().optional(),
    cpuSeconds: z.number(),
    failure: z.string().optional(),
  }),
});

/**
 * Keeps the readings of a peer in a JSON Lines file, by the hash of the image, its language and the peer's versions, so
 * that a second run measures only what has changed. The CPU time is that of the first reading.
 *
 * @param file path of the cache; created when missing
 */
export async function openCachedReader(
  file: string,
  name: string,
  start: () => Promise<Reader>,
): Promise<Reader> {
  const readings = new Map<string, Reading>();
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { key, reading } = entrySchema.parse(JSON.parse(line));
      readings.set(key, reading);
    }
  mkdirSync(dirname(file), { recursive: true });
  const reader = await start();
  const keyOf = ({ bytes, language }: ImageToRead) =>
    createHash('sha256')
      .update(JSON.stringify([name, reader.versions, language]))
      .update(bytes)
      .digest('hex');
  return {
    name,
    versions: reader.versions,
    close: reader.close,
    async read(image) {
      const key = keyOf(image);
      const known = readings.get(key);
      if (known !== undefined) return known;
      const reading = await reader.read(image);
      readings.set(key, reading);
      appendFileSync(file, `${JSON.stringify({ key, reading })}\n`);
      return reading;
    },
  };
}
