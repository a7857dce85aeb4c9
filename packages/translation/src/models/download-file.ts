import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '@quern/runtime/progress';

/** A response whose body arrives in chunks. */
export interface DownloadStream {
  /** Offset of the first byte: the requested one, or 0 if the server sends the whole file. */
  readonly offset: number;
  /** Size of the whole file; undefined if the server does not declare it. */
  readonly totalBytes: number | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Opens a download at an offset (HTTP Range, RFC 9110, section 14). The application provides it, so that it controls the
 * network.
 *
 * @returns undefined if the file has no bytes from the offset on (status 416)
 * @throws when the download fails, also while `chunks` is iterated; the signal's reason when aborted
 */
export type OpenDownload = (
  url: string,
  options: { readonly offset: number; readonly signal?: AbortSignal | undefined },
) => Promise<DownloadStream | undefined>;

/** Options of `downloadFile`. */
export interface DownloadFileOptions {
  /** Folder of all models; incomplete files are kept in a hidden folder inside. */
  readonly modelsDir: string;
  readonly bytesMax: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Progress | undefined;
}

const partsFolder = '.downloads';

/** Path of the incomplete file of a URL. */
export function partPath(modelsDir: string, url: string): string {
  return join(modelsDir, partsFolder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.part`);
}

/**
 * Downloads a file, continuing where an interrupted download of the same URL ended. The incomplete file is kept after a
 * failure; remove it with `discardPart` when the content turns out to be wrong.
 *
 * @throws RangeError when the file is larger than `bytesMax`; whatever `openDownload` throws
 */
export async function downloadFile(
  url: string,
  openDownload: OpenDownload,
  { modelsDir, bytesMax, signal, onProgress }: DownloadFileOptions,
): Promise<Uint8Array> {
  const path = partPath(modelsDir, url);
  await mkdir(join(modelsDir, partsFolder), { recursive: true });
  const received = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  const stream = await openDownload(url, { offset: received, signal });
  if (stream === undefined) return readFile(path);
  let position = stream.offset;
  const file = await open(path, position === 0 ? 'w' : 'r+');
  try {
    for await (const chunk of stream.chunks) {
      signal?.throwIfAborted();
      if (position + chunk.length > bytesMax) throw new RangeError(`${url} has more than ${bytesMax} bytes.`);
      await file.write(chunk, 0, chunk.length, position);
      position += chunk.length;
      if (stream.totalBytes) onProgress?.(Math.min(1, position / stream.totalBytes));
    }
  } finally {
    await file.close();
  }
  if (stream.totalBytes !== undefined && position < stream.totalBytes)
    throw new Error(`${url} ended after ${position} of ${stream.totalBytes} bytes.`);
  return readFile(path);
}

/** Removes the incomplete file of a URL. The folder stays: another download may be about to create its file there. */
export async function discardPart(modelsDir: string, url: string): Promise<void> {
  await rm(partPath(modelsDir, url), { force: true });
}
