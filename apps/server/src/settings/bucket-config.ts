import type { BlobUrl, BucketCredentials, BucketLocation } from './parse-blob-url.ts';

/** A bucket and how it is used. */
export interface BucketConfig extends BucketLocation, BucketCredentials {
  /** Whether downloads of files are redirected to the bucket. */
  readonly redirectsDownloads: boolean;
}

/** The settings of a bucket. */
interface BucketSettings {
  readonly QUERN_BLOB_URL: BlobUrl | undefined;
  readonly QUERN_BLOB_ACCESS_KEY: string | undefined;
  readonly QUERN_BLOB_SECRET_KEY: string | undefined;
  readonly QUERN_BLOB_REDIRECT: boolean;
}

/** Checks that there is exactly one pair of credentials. @returns a line for each problem */
export function findBucketSettingProblems(values: Partial<BucketSettings>): string[] {
  const { QUERN_BLOB_URL: url, QUERN_BLOB_ACCESS_KEY: accessKey, QUERN_BLOB_SECRET_KEY: secretKey } = values;
  if (url === undefined) return [];
  if (url.credentials === undefined) {
    if (accessKey !== undefined && secretKey !== undefined) return [];
    return ['QUERN_BLOB_URL: needs credentials: set QUERN_BLOB_ACCESS_KEY and QUERN_BLOB_SECRET_KEY'];
  }
  if (accessKey === undefined && secretKey === undefined) return [];
  return [
    'QUERN_BLOB_URL: has credentials, and so have QUERN_BLOB_ACCESS_KEY or QUERN_BLOB_SECRET_KEY: remove one of them',
  ];
}

/** Returns the bucket of valid settings; undefined if there is none. */
export function readBucketConfig(settings: BucketSettings): BucketConfig | undefined {
  const { QUERN_BLOB_URL: bucket, QUERN_BLOB_ACCESS_KEY, QUERN_BLOB_SECRET_KEY } = settings;
  if (bucket === undefined) return undefined;
  const { credentials, ...location } = bucket;
  return {
    ...location,
    ...(credentials ?? { accessKey: QUERN_BLOB_ACCESS_KEY ?? '', secretKey: QUERN_BLOB_SECRET_KEY ?? '' }),
    redirectsDownloads: settings.QUERN_BLOB_REDIRECT,
  };
}
