import { InvalidSettingError } from './invalid-setting-error.ts';
import { findUnescapedCharacter } from './parse-database-url.ts';

/** A bucket of an S3-compatible object store. */
export interface BucketLocation {
  /** URL of the bucket without a trailing slash, such as `https://minio.example.org/quern`. */
  readonly url: string;
  /** Beginning of all keys, such as `production/`; may be empty. */
  readonly prefix: string;
  /** Region of the signatures. */
  readonly region: string;
}

/** Credentials of an object store. */
export interface BucketCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A parsed QUERN_BLOB_URL. */
export interface BlobUrl extends BucketLocation {
  /** Undefined if the URL has none. */
  readonly credentials: BucketCredentials | undefined;
}

const example = 'https://minio.example.org:9000/quern or s3://quern?region=eu-central-1';
/** Names that all S3-compatible stores accept; dots of names are limited by the host names of certificates. */
const bucketPattern = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const segmentPattern = /^(?!\.\.?$)[\w.-]+$/;
const regionPattern = /^[a-z\d-]{1,64}$/i;
const parameters = new Set(['region', 'style']);

/**
 * Parses the URL of a bucket: `https://host/bucket/prefix` (`http` without TLS) of any provider, with `style=host` if the host
 * name contains the bucket; or `s3://bucket/prefix` of Amazon S3. Errors contain no part of the credentials.
 *
 * @throws InvalidSettingError
 */
export function parseBlobUrl(text: string): BlobUrl {
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== 'https' && scheme !== 'http' && scheme !== 's3') {
    throw new InvalidSettingError(`must be the URL of a bucket, such as ${example}`);
  }
  const unescaped = findUnescapedCharacter(text);
  if (unescaped !== undefined) {
    throw new InvalidSettingError(
      `the password contains ${unescaped[0]}, which must be written as ${unescaped[1]}; or set QUERN_BLOB_ACCESS_KEY and QUERN_BLOB_SECRET_KEY`,
    );
  }
  const url = URL.parse(text);
  if (url === null || url.hostname === '') {
    throw new InvalidSettingError(`has no valid host or port; it must have a form such as ${example}`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name));
  if (unknown !== undefined || url.hash !== '') {
    throw new InvalidSettingError(
      'may have the parameters region and style only, such as ?region=eu-central-1',
    );
  }
  const region = url.searchParams.get('region') ?? guessRegion(url.hostname);
  if (!regionPattern.test(region)) {
    throw new InvalidSettingError('the region must be a name such as eu-central-1');
  }
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const { base, prefix } = scheme === 's3' ? locateOnAmazon(url, region, segments) : locate(url, segments);
  if (!prefix.every((segment) => segmentPattern.test(segment))) {
    throw new InvalidSettingError(
      'the prefix may have letters, digits, dots, hyphens, underscores and slashes only',
    );
  }
  return {
    url: base,
    prefix: prefix.map((segment) => `${segment}/`).join(''),
    region,
    credentials: readCredentials(url),
  };
}

/** Where a bucket is, for messages: without credentials. */
export const bucketAddress = ({ url, prefix }: BucketLocation): string =>
  `${url}/${prefix}`.replace(/\/$/, '');

function locate(url: URL, segments: readonly string[]): { base: string; prefix: readonly string[] } {
  const style = url.searchParams.get('style') ?? 'path';
  if (style !== 'path' && style !== 'host') {
    throw new InvalidSettingError('the style must be path or host, such as ?style=host');
  }
  if (style === 'host') return { base: url.origin, prefix: segments };
  const [bucket = '', ...prefix] = segments;
  requireBucket(bucket);
  return { base: `${url.origin}/${bucket}`, prefix };
}

function locateOnAmazon(
  url: URL,
  region: string,
  prefix: readonly string[],
): { base: string; prefix: readonly string[] } {
  if (url.port !== '' || url.searchParams.has('style')) {
    throw new InvalidSettingError(
      's3:// names a bucket of Amazon S3; of another provider, write https://host:port/bucket, or http:// without TLS',
    );
  }
  const bucket = url.hostname;
  requireBucket(bucket);
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  // The certificate of the host name does not include names with further dots.
  return { base: bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`, prefix };
}

function requireBucket(name: string): void {
  if (bucketPattern.test(name)) return;
  throw new InvalidSettingError(
    `needs the name of a bucket, 3 to 63 lowercase letters, digits, dots and hyphens, such as ${example}`,
  );
}

/** The region in host names such as s3.eu-central-1.amazonaws.com; us-east-1 is the default of most servers. */
function guessRegion(host: string): string {
  if (host.endsWith('.r2.cloudflarestorage.com')) return 'auto';
  return /(?:^|\.)s3\.(?:dualstack\.)?([a-z]{2}[a-z\d-]*-[a-z\d-]+)\./.exec(host)?.[1] ?? 'us-east-1';
}

function readCredentials({ username, password }: URL): BucketCredentials | undefined {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') {
    throw new InvalidSettingError('has only one of user name (the access key) and password');
  }
  try {
    return { accessKey: decodeURIComponent(username), secretKey: decodeURIComponent(password) };
  } catch {
    throw new InvalidSettingError('the user name or password contains %, which must be written as %25');
  }
}
