import { createHash } from 'node:crypto';
import { BucketError, readElement } from './bucket-error.ts';
import { openFilePart } from './file-part.ts';
import type { ObjectBody, S3Client } from './s3-client.ts';

/** Size of a part; S3 requires 5 MiB or more, except of the last one. */
export const partBytes = 8 * 1024 * 1024;

/** A file to upload. */
export interface FileUpload {
  readonly path: string;
  /** Bytes. */
  readonly length: number;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Uploads a file with a multipart upload: a lost connection costs one part. A failed upload is aborted.
 *
 * @returns false if the store does not know the upload when it is completed: the response of an earlier attempt may have been
 *   lost, so the object may exist
 * @throws {BucketError}
 */
export async function uploadInParts(client: S3Client, upload: FileUpload): Promise<boolean> {
  const { key, headers } = upload;
  const { text } = await client.exchange({ method: 'POST', key, query: { uploads: '' }, headers });
  const uploadId = readElement(text, 'UploadId');
  if (uploadId === '') throw new BucketError(`the bucket ${client.address} did not start a multipart upload`);
  try {
    const entityTags = await sendParts(client, upload, uploadId);
    return await complete(client, key, uploadId, entityTags);
  } catch (error) {
    // Parts that remain are removed by a lifecycle rule of the bucket.
    await client.exchange({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  client: S3Client,
  { path, length, key }: FileUpload,
  uploadId: string,
): Promise<string[]> {
  const entityTags: string[] = [];
  for (let start = 0; start < length; start += partBytes) {
    const query = { partNumber: String(entityTags.length + 1), uploadId };
    const body = await openFilePart(path, start, Math.min(partBytes, length - start));
    const { status, headers } = await client.exchange({ method: 'PUT', key, query, body });
    const entityTag = headers['etag'];
    if (status === 404 || typeof entityTag !== 'string') {
      throw new BucketError(`the bucket ${client.address} did not accept a part of an upload`);
    }
    entityTags.push(entityTag);
  }
  return entityTags;
}

async function complete(
  client: S3Client,
  key: string,
  uploadId: string,
  entityTags: readonly string[],
): Promise<boolean> {
  const parts = entityTags.map(
    (entityTag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(entityTag)}</ETag></Part>`,
  );
  const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
  const { status, text } = await client.exchange({
    method: 'POST',
    key,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: toBody(xml),
  });
  if (status === 404) return false;
  // The status is sent before the parts are joined, so an error may follow a status of 200.
  const code = readElement(text, 'Code');
  if (code !== '') {
    throw new BucketError(`the bucket ${client.address} could not join an upload: ${code}`, { code });
  }
  return true;
}

function toBody(text: string): ObjectBody {
  const bytes = Buffer.from(text);
  return {
    length: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => bytes,
  };
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
