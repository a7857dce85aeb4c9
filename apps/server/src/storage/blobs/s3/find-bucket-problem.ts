import type { BucketConfig } from '../../../settings/bucket-config.ts';
import { BucketError } from './bucket-error.ts';
import { S3BlobStore } from './s3-blob-store.ts';

/** Writes to a bucket and reads it again. @returns a line that begins with the name of the setting, if that fails */
export async function findBucketProblem(bucket: BucketConfig): Promise<string | undefined> {
  const store = new S3BlobStore(bucket);
  try {
    await store.probe();
    return undefined;
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    return `QUERN_BLOB_URL: ${error.message}; ${hintFor(error)}`;
  } finally {
    await store.close();
  }
}

/** @throws {Error} if a bucket cannot be written and read */
export async function requireUsableBucket(bucket: BucketConfig): Promise<void> {
  const problem = await findBucketProblem(bucket);
  if (problem !== undefined) throw new Error(problem);
}

function hintFor({ status, code }: BucketError): string {
  if (status === undefined)
    return 'check that the store runs, and the host, the port and http or https of the URL';
  if (code === 'RequestTimeTooSkewed') return 'set the clock of this machine';
  if (code === 'SignatureDoesNotMatch') return 'check the secret key and the region';
  if (code === 'InvalidAccessKeyId') return 'check the access key';
  if (status === 401 || status === 403) {
    return 'the credentials need the permissions to get, put, delete and list objects and to abort multipart uploads';
  }
  return 'check that the bucket exists, its region, and whether the URL needs style=host';
}
