import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type S3Fault,
  type S3Request,
  startS3Server,
  type TestS3Server,
} from '@quern/testing/s3/start-s3-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BucketConfig } from '../../../settings/bucket-config.ts';
import { BlobStaging } from '../blob-staging.ts';
import type { OpenBlob, StagedBlob } from '../blob-store.ts';
import { findBucketProblem } from './find-bucket-problem.ts';
import { S3BlobStore } from './s3-blob-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-s3-'));
const staging = new BlobStaging(folder, false);
const small = randomBytes(300_000);
/** Random bytes cannot be compressed: three parts. */
const large = randomBytes(20 * 1024 * 1024);
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const keyOf = (content: Buffer): string => `test/${digestOf(content).slice(0, 2)}/${digestOf(content)}.gz`;
/** Blobs that were compressed, of which each test receives a copy. */
const compressed = new Map<Buffer, StagedBlob>();
async function stage(content: Buffer): Promise<StagedBlob> {
  const staged = compressed.get(content) ?? (await staging.stage([content]));
  compressed.set(content, staged);
  const path = join(folder, randomUUID());
  await copyFile(staged.path, path);
  return { ...staged, path };
}

let s3: TestS3Server;
let store: S3BlobStore;
const bucket = (change: Partial<BucketConfig> = {}): BucketConfig => ({
  ...{ url: s3.url, prefix: 'test/', region: s3.region, redirectsDownloads: false },
  ...{ accessKey: s3.accessKey, secretKey: s3.secretKey },
  ...change,
});

beforeAll(async () => {
  s3 = await startS3Server();
});
beforeEach(() => {
  store = new S3BlobStore(bucket(), { backoffMs: 1 });
});
afterEach(async () => {
  s3.fault = undefined;
  s3.requests.length = 0;
  await store.close();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Fails the requests of these methods, the first `count` of each. @returns a function that counts them */
const failing = (methods: readonly string[], fault: S3Fault, count = Number.POSITIVE_INFINITY) => {
  let failed = 0;
  const failedOf = new Map(methods.map((method) => [method, 0]));
  s3.fault = ({ method }: S3Request) => {
    const failures = failedOf.get(method);
    if (failures === undefined || failures >= count) return undefined;
    failedOf.set(method, failures + 1);
    failed += 1;
    return fault;
  };
  return () => failed;
};

async function read(blob: OpenBlob | undefined): Promise<Buffer> {
  return gunzipSync(Buffer.concat((await blob?.stream().toArray()) ?? []));
}

describe('S3BlobStore', () => {
  it('stores a small blob with one request, as a private object of type gzip', async () => {
    const staged = await stage(small);
    await store.add(staged);
    expect(existsSync(staged.path)).toBe(false);
    expect(s3.requests).toEqual([`PUT ${keyOf(small)}`]);
    expect(s3.objects.get(keyOf(small))).toMatchObject({
      contentType: 'application/gzip',
      metadata: { 'x-amz-meta-size': String(small.length) },
    });
    const blob = await store.open(staged.digest);
    expect(blob).toMatchObject({ size: small.length, storedSize: staged.storedSize });
    expect(blob?.presign).toBeUndefined();
    expect((await read(blob)).equals(small)).toBe(true);
  });

  it('uploads a large blob in parts', async () => {
    await store.add(await stage(large));
    expect(s3.requests).toEqual(
      ['POST', 'PUT', 'PUT', 'PUT', 'POST'].map((method) => `${method} ${keyOf(large)}`),
    );
    expect((await read(await store.open(digestOf(large)))).equals(large)).toBe(true);
  });

  it('has no blob that was removed, was never stored, or has another origin', async () => {
    await store.add(await stage(small));
    await store.remove([digestOf(small), 'f'.repeat(64)]);
    expect(await store.open(digestOf(small))).toBeUndefined();
    await store.add(await stage(small));
    const object = s3.objects.get(keyOf(small));
    if (object !== undefined)
      (s3.objects as Map<string, typeof object>).set(keyOf(small), { ...object, metadata: {} });
    expect(await store.open(digestOf(small))).toBeUndefined();
    await expect(store.open('../../secret')).rejects.toThrow('is not a digest');
  });

  it('stores a blob again that was changed in the bucket', async () => {
    await store.add(await stage(small));
    const object = s3.objects.get(keyOf(small));
    if (object !== undefined)
      (s3.objects as Map<string, typeof object>).set(keyOf(small), {
        ...object,
        bytes: Buffer.from('damaged'),
      });
    await store.add(await stage(small));
    expect((await read(await store.open(digestOf(small)))).equals(small)).toBe(true);
  });
});

describe('a bucket that fails for a moment', () => {
  it.each<[string, S3Fault]>([
    ['an internal error', { kind: 'error', status: 500, code: 'InternalError' }],
    ['throttling', { kind: 'error', status: 503, code: 'SlowDown' }],
    ['a timeout of the server', { kind: 'error', status: 400, code: 'RequestTimeout' }],
    ['a lost connection', { kind: 'cut', isApplied: false }],
    ['a lost response', { kind: 'cut', isApplied: true }],
  ])('stores and reads all blobs despite %s', async (_name, fault) => {
    for (const content of [small, large]) {
      failing(['PUT', 'POST'], fault, 2);
      await store.add(await stage(content));
      failing(['HEAD', 'GET'], fault, 2);
      const blob = await store.open(digestOf(content));
      expect((await read(blob)).equals(content)).toBe(true);
      failing(['DELETE'], fault, 2);
      await store.remove([digestOf(content)]);
      expect(s3.objects.has(keyOf(content))).toBe(false);
    }
    expect(s3.openUploads()).toBeLessThanOrEqual(fault.kind === 'cut' && fault.isApplied ? 2 : 0);
  });

  it('continues a download where its connection was lost', async () => {
    await store.add(await stage(large));
    const failed = failing(['GET'], { kind: 'cutBody', bytes: 3_000_000 }, 4);
    expect((await read(await store.open(digestOf(large)))).equals(large)).toBe(true);
    expect(failed()).toBe(4);
  });

  it('fails a download whose connection is lost again and again', async () => {
    await store.add(await stage(large));
    failing(['GET'], { kind: 'cutBody', bytes: 1000 });
    await expect(read(await store.open(digestOf(large)))).rejects.toMatchObject({ name: 'BucketError' });
  });

  it('fails a download whose object is removed in the meantime', async () => {
    await store.add(await stage(small));
    const blob = await store.open(digestOf(small));
    await store.remove([digestOf(small)]);
    await expect(read(blob)).rejects.toThrow('was removed while it was read');
  });

  it('ends a download when its reader stops', async () => {
    await store.add(await stage(large));
    const stream = (await store.open(digestOf(large)))?.stream();
    for await (const _chunk of stream ?? []) break;
    expect(stream?.destroyed).toBe(true);
    await store.add(await stage(small));
  });
});

describe('a bucket that is away', () => {
  it('fails after a few attempts, then at once, until the bucket can be written again', async () => {
    const fault = { kind: 'error', status: 503, code: 'ServiceUnavailable' } as const;
    const failed = failing(['PUT'], fault);
    await expect(store.add(await stage(small))).rejects.toMatchObject({ name: 'BucketError', status: 503 });
    expect(failed()).toBe(4);
    await expect(store.add(await stage(small))).rejects.toThrow('503 ServiceUnavailable');
    expect(failed()).toBe(5);
    await expect(store.ping()).rejects.toThrow('503 ServiceUnavailable');
    s3.fault = undefined;
    await store.ping();
    s3.requests.length = 0;
    await store.ping();
    expect(s3.requests).toEqual([]);
  });

  it('aborts an upload in parts', async () => {
    const before = s3.openUploads();
    failing(['PUT'], { kind: 'error', status: 500, code: 'InternalError' });
    await expect(store.add(await stage(large))).rejects.toThrow('500 InternalError');
    expect(s3.openUploads()).toBe(before);
  });

  it('fails when there is no response in time', async () => {
    const impatient = new S3BlobStore(bucket(), { backoffMs: 1, idleMs: 50 });
    failing(['HEAD'], { kind: 'stall' });
    await expect(impatient.open(digestOf(small))).rejects.toThrow(/cannot be reached: Headers Timeout/);
    await impatient.close();
  });
});

describe('findBucketProblem', () => {
  it('finds nothing wrong with a bucket that can be written, and leaves nothing in it', async () => {
    const before = s3.objects.size;
    expect(await findBucketProblem(bucket())).toBeUndefined();
    expect(s3.objects.size).toBe(before);
  });

  it.each<[string, () => Partial<BucketConfig>, RegExp]>([
    [
      'a wrong secret key',
      () => ({ secretKey: 'wrong-secret' }),
      /403 SignatureDoesNotMatch.*check the secret key/,
    ],
    ['a wrong access key', () => ({ accessKey: 'wrong' }), /403 InvalidAccessKeyId.*check the access key/],
    ['another region', () => ({ region: 'eu-test-2' }), /the region of the bucket is eu-test-1/],
    [
      'a bucket that does not exist',
      () => ({ url: `${s3.url}-2` }),
      /404 NoSuchBucket.*check that the bucket exists/,
    ],
    [
      'a server that does not run',
      () => ({ url: 'http://127.0.0.1:9/quern' }),
      /cannot be reached:.*ECONNREFUSED/,
    ],
  ])('explains %s, without secrets', async (_name, change, message) => {
    const problem = await findBucketProblem(bucket(change()));
    expect(problem).toMatch(/^QUERN_BLOB_URL: the bucket http:\/\/127/);
    expect(problem).toMatch(message);
    expect(problem).not.toMatch(/secret[+-]|wrong-/);
  });

  it('explains missing permissions', async () => {
    s3.fault = ({ key }) =>
      key.includes('missing') ? { kind: 'error', status: 403, code: 'AccessDenied' } : undefined;
    expect(await findBucketProblem(bucket())).toContain('permissions to get, put, delete and list objects');
  });
});

describe('presign', () => {
  it('returns a URL by which the file can be downloaded without credentials', async () => {
    const redirecting = new S3BlobStore(bucket({ redirectsDownloads: true }));
    await redirecting.add(await stage(small));
    const blob = await redirecting.open(digestOf(small));
    const disposition = 'attachment; filename="a b.pdf"; filename*=UTF-8\'\'a%20b.pdf';
    const url = await blob?.presign?.({ mediaType: 'application/pdf', disposition });
    const response = await fetch(url ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await response.arrayBuffer()).equals(small)).toBe(true);
    const changed = await fetch(url?.replace('application%2Fpdf', 'text%2Fhtml') ?? '');
    expect(changed.status).toBe(403);
    await changed.body?.cancel();
    await redirecting.close();
  });
});
