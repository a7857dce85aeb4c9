import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { BucketConfig } from '../../../settings/bucket-config.ts';
import type { BlobDownload, BlobStore, OpenBlob, StagedBlob } from '../blob-store.ts';
import { requireDigest } from '../require-digest.ts';
import { BucketError } from './bucket-error.ts';
import { openFilePart } from './file-part.ts';
import { type ObjectBody, S3Client, type S3ClientOptions } from './s3-client.ts';
import { streamObject } from './stream-object.ts';
import { partBytes, uploadInParts } from './upload-in-parts.ts';

/** Size above which a blob is uploaded in parts. */
const singleBytesMax = 2 * partBytes;
const presignedSeconds = 300;
/** Metadata with the size of the content; the object itself is compressed. */
const sizeHeader = 'x-amz-meta-size';
const probeBytes = Buffer.from('Quern writes this object to see whether the bucket is writable.\n');

/** Blobs as objects `ab/<digest>.gz` of a bucket, sent and received as streams. */
export class S3BlobStore implements BlobStore {
  readonly #client: S3Client;
  readonly #redirectsDownloads: boolean;
  /** Object that shows whether the bucket is writable; those of several nodes differ. */
  readonly #probeKey = `write-probe/${randomUUID()}`;

  constructor(bucket: BucketConfig, options?: S3ClientOptions) {
    this.#client = new S3Client(bucket, options);
    this.#redirectsDownloads = bucket.redirectsDownloads;
  }

  /**
   * Uploads a blob, also if there is one already: its bytes are the same, and one that another node is removing is stored again.
   *
   * @throws {BucketError}
   */
  async add({ path, digest, size, storedSize }: StagedBlob): Promise<void> {
    const key = keyOf(digest);
    const headers = { 'content-type': 'application/gzip', [sizeHeader]: String(size) };
    try {
      if (storedSize <= singleBytesMax) {
        const body = await openFilePart(path, 0, storedSize);
        await this.#put(key, headers, body);
      } else if (!(await uploadInParts(this.#client, { path, length: storedSize, key, headers }))) {
        await this.#requireStored(digest, storedSize);
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Opens a blob. Its content is requested with the stream. @throws {BucketError} */
  async open(digest: string): Promise<OpenBlob | undefined> {
    const key = keyOf(digest);
    const { status, headers } = await this.#client.exchange({ method: 'HEAD', key });
    const [size, storedSize] = [readInteger(headers[sizeHeader]), readInteger(headers['content-length'])];
    // An object without our metadata was not written by this store.
    if (status === 404 || size === undefined || storedSize === undefined) return undefined;
    return {
      size,
      storedSize,
      stream: () => streamObject(this.#client, key, storedSize),
      close: async () => undefined,
      ...(this.#redirectsDownloads && {
        presign: (download: BlobDownload) => this.#presign(key, download),
      }),
    };
  }

  /** @throws {BucketError} */
  async remove(digests: readonly string[]): Promise<void> {
    for (const digest of digests) await this.#client.exchange({ method: 'DELETE', key: keyOf(digest) });
  }

  /** Resolves if the last requests succeeded, or the bucket can be written and read again. @throws {BucketError} */
  async ping(): Promise<void> {
    if (this.#client.isFailing) await this.probe();
  }

  /**
   * Writes and reads an object, and looks for one that does not exist.
   *
   * @throws {BucketError}
   */
  async probe(): Promise<void> {
    const sha256 = createHash('sha256').update(probeBytes).digest('hex');
    const body = { length: probeBytes.length, sha256, open: () => probeBytes };
    await this.#put(this.#probeKey, { 'content-type': 'text/plain' }, body);
    const { status, text } = await this.#client.exchange({ method: 'GET', key: this.#probeKey });
    if (status === 404 || text !== probeBytes.toString()) {
      throw new BucketError(`the bucket ${this.#client.address} does not return what was written to it`);
    }
    // Without the permission to list objects, Amazon S3 returns 403 instead of 404.
    await this.#client.exchange({ method: 'GET', key: 'missing-probe' });
    await this.#client.exchange({ method: 'DELETE', key: this.#probeKey });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #put(key: string, headers: Readonly<Record<string, string>>, body: ObjectBody): Promise<void> {
    const { status } = await this.#client.exchange({ method: 'PUT', key, headers, body });
    if (status === 404)
      throw new BucketError(`the bucket ${this.#client.address} does not exist`, { status });
  }

  async #requireStored(digest: string, storedSize: number): Promise<void> {
    if ((await this.open(digest))?.storedSize === storedSize) return;
    throw new BucketError(`the bucket ${this.#client.address} has lost an upload`);
  }

  #presign(key: string, { mediaType, disposition }: BlobDownload): Promise<string> {
    return this.#client.presign(key, presignedSeconds, {
      'response-content-type': mediaType,
      'response-content-disposition': disposition,
      'response-content-encoding': 'gzip',
      'response-cache-control': 'private',
    });
  }
}

const keyOf = (digest: string): string => `${requireDigest(digest).slice(0, 2)}/${digest}.gz`;

/** Reads a header that is an integer of 0 or more. */
function readInteger(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
