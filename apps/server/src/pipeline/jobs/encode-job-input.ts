import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { readBlobBytes } from '../../storage/blobs/read-blob-bytes.ts';
import { inlineBodyMax, type StoredBody } from '../../storage/driver/stored-body.ts';
import type { ResultStore } from '../../storage/result-store.ts';

/** Length of the header's length, bytes. */
const lengthBytes = 4;

/**
 * The header of an encoded input: the input as JSON without its files, and the files that follow the header, in order.
 */
const headerSchema = z.object({
  input: z.unknown(),
  files: z.array(z.object({ field: z.string(), name: z.string(), size: z.int().min(0) })),
});

const uploadSchema = z.array(z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }));

/**
 * Encodes the raw input of an operation, which is JSON and, in upload fields, files. Fields that are not files keep
 * their JSON, so an input of a later version with fields that are unknown now is preserved.
 *
 * @returns the JSON if it is short and there are no files; otherwise the bytes of a blob
 */
export function encodeJobInput(raw: unknown): string | Uint8Array[] {
  const files: { field: string; name: string; bytes: Uint8Array }[] = [];
  let input = raw;
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    const fields = Object.entries(raw).filter(([field, value]) => {
      const upload = uploadSchema.safeParse(value);
      if (!upload.success || upload.data.length === 0) return true;
      files.push(...upload.data.map((file) => ({ field, ...file })));
      return false;
    });
    input = Object.fromEntries(fields);
  }
  const header = JSON.stringify({
    input,
    files: files.map(({ field, name, bytes }) => ({ field, name, size: bytes.length })),
  });
  if (files.length === 0 && header.length <= inlineBodyMax) return header;
  const headerBytes = Buffer.from(header);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(headerBytes.length);
  return [length, headerBytes, ...files.map(({ bytes }) => bytes)];
}

/**
 * Reads the input that `encodeJobInput` has encoded.
 *
 * @throws {ServiceError} `not_found` if its blob no longer exists
 * @throws the reason of `signal` when it is aborted
 */
export async function readJobInput(
  stored: StoredBody,
  results: Pick<ResultStore, 'open'>,
  signal: AbortSignal,
): Promise<unknown> {
  if (stored.kind === 'inline') return decodeHeader(stored.body).input;
  const blob = await results.open(stored.digest);
  if (blob === undefined) throw new ServiceError('not_found', 'the input of the job no longer exists');
  const bytes = await readBlobBytes(blob, signal);
  const headerEnd = lengthBytes + bytes.readUInt32BE(0);
  const { input, files } = decodeHeader(bytes.toString('utf8', lengthBytes, headerEnd));
  const uploads = new Map<string, { name: string; bytes: Uint8Array }[]>();
  let start = headerEnd;
  for (const { field, name, size } of files) {
    const upload = uploads.get(field) ?? [];
    upload.push({ name, bytes: bytes.subarray(start, start + size) });
    uploads.set(field, upload);
    start += size;
  }
  return uploads.size === 0
    ? input
    : { ...z.record(z.string(), z.unknown()).parse(input), ...Object.fromEntries(uploads) };
}

const decodeHeader = (json: string) => headerSchema.parse(JSON.parse(json));
