import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { bucketAddress, parseBlobUrl } from './parse-blob-url.ts';

describe('parseBlobUrl', () => {
  it.each([
    ['http://minio:9000/quern', 'http://minio:9000/quern', '', 'us-east-1'],
    ['https://minio.example.org/quern/a/b/?region=home', 'https://minio.example.org/quern', 'a/b/', 'home'],
    ['https://quern.example.org/a?style=host', 'https://quern.example.org', 'a/', 'us-east-1'],
    ['https://s3.eu-west-3.amazonaws.com/quern', 'https://s3.eu-west-3.amazonaws.com/quern', '', 'eu-west-3'],
    ['https://s3.fr-par.scw.cloud/quern', 'https://s3.fr-par.scw.cloud/quern', '', 'fr-par'],
    ['https://1a.r2.cloudflarestorage.com/quern', 'https://1a.r2.cloudflarestorage.com/quern', '', 'auto'],
    ['s3://quern', 'https://quern.s3.us-east-1.amazonaws.com', '', 'us-east-1'],
    ['s3://quern/a?region=eu-central-1', 'https://quern.s3.eu-central-1.amazonaws.com', 'a/', 'eu-central-1'],
    ['s3://a.quern?region=cn-north-1', 'https://s3.cn-north-1.amazonaws.com.cn/a.quern', '', 'cn-north-1'],
  ])('locates the bucket of %s', (text, url, prefix, region) => {
    expect(parseBlobUrl(text)).toEqual({ url, prefix, region, credentials: undefined });
  });

  it('reads credentials, which the address does not contain', () => {
    const parsed = parseBlobUrl('https://key:a%2Fb+c@minio/quern/a');
    expect(parsed.credentials).toEqual({ accessKey: 'key', secretKey: 'a/b+c' });
    expect(bucketAddress(parsed)).toBe('https://minio/quern/a');
  });
});

describe('the bucket of the settings', () => {
  it('has the credentials of separate settings', () => {
    const variables = {
      QUERN_BLOB_URL: 'https://minio/quern',
      QUERN_BLOB_ACCESS_KEY: 'key',
      QUERN_BLOB_SECRET_KEY: 'a/b+c',
    };
    expect(readConfig(variables).bucket).toEqual({
      ...{ url: 'https://minio/quern', prefix: '', region: 'us-east-1' },
      ...{ accessKey: 'key', secretKey: 'a/b+c', redirectsDownloads: false },
    });
    expect(readConfig({}).bucket).toBeUndefined();
  });

  it('has credentials in one place only', () => {
    const variables = { QUERN_BLOB_URL: 'https://key:secret@minio/quern', QUERN_BLOB_ACCESS_KEY: 'key' };
    expect(() => readConfig(variables)).toThrow(/QUERN_BLOB_URL: has credentials.*remove one of them$/);
  });
});
