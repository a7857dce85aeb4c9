import { ServiceError } from '../../errors/service-error.ts';
import { BucketError } from '../../storage/blobs/s3/bucket-error.ts';
import { StorageUnavailableError } from '../../storage/driver/storage-unavailable-error.ts';

const retryAfterSeconds = 2;

/** Returns the 503 for a request that failed because the database or the bucket was unavailable; undefined for other failures. */
export function mapStorageError(thrown: unknown): ServiceError | undefined {
  if (!(thrown instanceof StorageUnavailableError)) return undefined;
  return new ServiceError(
    'overloaded',
    `${thrown instanceof BucketError ? 'the object store' : 'the database'} is currently unavailable; try again, with the same Idempotency-Key if there was one`,
    { retryAfterSeconds, cause: thrown },
  );
}
