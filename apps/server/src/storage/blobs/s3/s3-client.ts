import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseRetryAfter } from '@quern/runtime/parse-retry-after';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request as sendRequest } from 'undici';
import {
  type BucketCredentials,
  type BucketLocation,
  bucketAddress,
} from '../../../settings/parse-blob-url.ts';
import { BucketError, toBucketError } from './bucket-error.ts';

/** A request for an object. */
export interface ObjectRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key without the prefix of the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ObjectBody;
}

/** The body of a request, which can be sent again. */
export interface ObjectBody {
  /** Length in bytes. */
  readonly length: number;
  /** SHA-256 of the bytes, hex. The store verifies it. */
  readonly sha256: string;
  /** Opens the bytes for one attempt. */
  readonly open: () => Readable | Buffer;
}

/** A response with a status below 300, or 404. */
export interface ObjectResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read to the end or destroyed. */
  readonly body: Readable;
}

/** A response whose body has been read. */
export interface TextResponse extends Omit<ObjectResponse, 'body'> {
  readonly text: string;
}

/** Times in milliseconds; replaced in tests. */
export interface S3ClientOptions {
  /** Longest time without a byte of the response. */
  readonly idleMs?: number;
  /** Base of the waiting time before an attempt, which doubles. */
  readonly backoffMs?: number;
}

const attemptsMax = 4;
const connectMs = 5000;
const idleDefaultMs = 15_000;
/** Time limit of one attempt that is not a download, ms: the largest upload at 140 KB/s. */
const exchangeMs = 120_000;
/** After this time, ms, a failed request is not repeated: a client waits for it. */
const repeatedMaxMs = 20_000;
const backoffDefaultMs = 100;
/** A server may ask for longer, but a client waits for its response. */
const retryAfterMaxMs = 2000;
/** Bytes of the body of an error or of a result without content. */
const textBytesMax = 64 * 1024;
/** SHA-256 of nothing, for requests without a body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Sends requests to a bucket, signed with AWS Signature Version 4. Lost connections, timeouts, status 5xx and throttling are
 * repeated with exponential backoff and full jitter. While requests fail, others have one attempt, so that clients do not wait
 * for a store that is known to be away.
 */
export class S3Client {
  readonly #bucket: BucketLocation & BucketCredentials;
  readonly #agent: Agent;
  readonly #backoffMs: number;
  /** Keys derived from the secret key: one for each day. */
  #derivedKeys = new Map<string, ArrayBuffer>();
  #failing = { reads: false, writes: false };

  constructor(bucket: BucketLocation & BucketCredentials, options: S3ClientOptions = {}) {
    const { idleMs = idleDefaultMs, backoffMs = backoffDefaultMs } = options;
    this.#bucket = bucket;
    this.#backoffMs = backoffMs;
    this.#agent = new Agent({ connect: { timeout: connectMs }, headersTimeout: idleMs, bodyTimeout: idleMs });
  }

  /** Where the bucket is, for messages. */
  get address(): string {
    return bucketAddress(this.#bucket);
  }

  /** Whether the last request that read or wrote failed. */
  get isFailing(): boolean {
    return this.#failing.reads || this.#failing.writes;
  }

  /**
   * Sends a request, and reads its response, which must be short.
   *
   * @throws {BucketError} if there is no response with a status below 300, or 404
   */
  exchange(request: ObjectRequest): Promise<TextResponse> {
    return this.#repeat(request, async () => {
      const { body, ...response } = await this.#send(request, AbortSignal.timeout(exchangeMs));
      return { ...response, text: await readText(body) };
    });
  }

  /**
   * Requests an object as a stream.
   *
   * @throws {BucketError} as `exchange`; not for lost connections once the stream has begun, which fail the stream
   * @throws the reason of `signal` when it is aborted, which also destroys the stream
   */
  download(request: ObjectRequest, signal: AbortSignal): Promise<ObjectResponse> {
    return this.#repeat(request, () => this.#send(request, signal), signal);
  }

  /** Waits before the next attempt: full jitter, https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
  async wait(attempt: number, retryAfterMs = 0): Promise<void> {
    await sleep(Math.min(retryAfterMs, retryAfterMaxMs) + Math.random() * this.#backoffMs * 2 ** attempt);
  }

  /**
   * Returns a URL by which anyone can read an object.
   *
   * @param responseHeaders parameters such as `response-content-type`
   */
  async presign(
    key: string,
    expiresInSeconds: number,
    responseHeaders: Readonly<Record<string, string>>,
  ): Promise<string> {
    const query = { ...responseHeaders, 'X-Amz-Expires': String(expiresInSeconds) };
    const signer = this.#signer({ method: 'GET', key, query }, true);
    return (await signer.sign()).url.href;
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Repeats what fails for a moment. */
  async #repeat<Result>(
    { method }: ObjectRequest,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const kind = method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
    const attempts = this.#failing[kind] ? 1 : attemptsMax;
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await work();
        this.#failing[kind] = false;
        return result;
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = this.#toError(thrown);
        const isLast = attempt >= attempts || performance.now() - startedAt > repeatedMaxMs;
        if (isLast || !error.isTransient) {
          this.#failing[kind] = true;
          throw error;
        }
        await this.wait(attempt, error.retryAfterMs);
      }
    }
  }

  async #send(request: ObjectRequest, signal: AbortSignal): Promise<ObjectResponse> {
    const { method, body } = request;
    const { url, headers } = await this.#signer(request, false).sign();
    const hasLength = method !== 'GET' && method !== 'HEAD';
    const response = await sendRequest(url, {
      dispatcher: this.#agent,
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(hasLength && { 'content-length': String(body?.length ?? 0) }),
      },
      body: body?.open() ?? null,
      signal,
    });
    const { statusCode: status } = response;
    if (status < 300) return { status, headers: response.headers, body: response.body };
    const retryAfter = response.headers['retry-after'];
    const error = toBucketError(this.address, status, {
      body: await readText(response.body),
      retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, Date.now()),
    });
    // A bucket that does not exist has the same status as an object that does not exist.
    if (status === 404 && error.code !== 'NoSuchBucket') {
      return { status, headers: response.headers, body: Readable.from([]) };
    }
    throw error;
  }

  #signer({ method, key, query = {}, headers = {}, body }: ObjectRequest, signQuery: boolean): AwsV4Signer {
    const { url: base, prefix, region, accessKey, secretKey } = this.#bucket;
    const url = new URL(`${base}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // An older day is not needed again.
    if (this.#derivedKeys.size > 2) this.#derivedKeys = new Map();
    return new AwsV4Signer({
      method,
      url: url.href,
      headers: signQuery ? {} : { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache: this.#derivedKeys,
      signQuery,
    });
  }

  #toError(error: unknown): BucketError {
    if (error instanceof BucketError) return error;
    const reason = error instanceof Error ? describe(error) : String(error);
    return new BucketError(`the bucket ${this.address} cannot be reached: ${reason}`, { cause: error });
  }
}

/** Of a host with several addresses, each has failed, and the error has no message. */
const describe = (error: Error): string =>
  error.message !== '' ? error.message : 'code' in error ? String(error.code) : error.name;

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > textBytesMax) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
