import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { entityTagOf, ObjectTable, type StoredObject } from './object-table.ts';
import { S3Error } from './s3-error.ts';
import { type SigningKey, verifySignature } from './verify-signature.ts';

/** A request as the server has received it. */
export interface S3Request {
  readonly method: string;
  /** Empty for requests of the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** A failure that replaces or damages a response. */
export type S3Fault =
  | { readonly kind: 'error'; readonly status: number; readonly code: string }
  /** The connection is closed; with `isApplied`, after the request was executed. */
  | { readonly kind: 'cut'; readonly isApplied: boolean }
  /** The connection is closed after these bytes of the response's body. */
  | { readonly kind: 'cutBody'; readonly bytes: number }
  /** There is no response. */
  | { readonly kind: 'stall' };

/** An S3 server with one bucket, in memory. */
export interface TestS3Server extends SigningKey {
  /** URL of the bucket, in path style. */
  readonly url: string;
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Number of multipart uploads that were neither completed nor aborted. */
  readonly openUploads: () => number;
  /** Requests with a valid signature, such as `PUT ab/key`. */
  readonly requests: string[];
  /** Decides about each request; undefined for none. */
  fault: ((request: S3Request) => S3Fault | undefined) | undefined;
  close(): Promise<void>;
}

const bucket = 'test-bucket';

/**
 * Starts an S3 server that verifies signatures, lengths and hashes, and has the requests that blobs need: PUT, GET with ranges, HEAD,
 * DELETE, multipart uploads and presigned downloads.
 */
export async function startS3Server(): Promise<TestS3Server> {
  const key = { accessKey: 'test-access-key', secretKey: 'test/secret+key', region: 'eu-test-1' };
  const table = new ObjectTable();
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (!(error instanceof S3Error)) {
        response.destroy(error instanceof Error ? error : undefined);
        return;
      }
      response.writeHead(error.status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : error.xml);
    });
  }).listen(0, '127.0.0.1');
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parsed = parse(request);
    const fault = s3.fault?.(parsed);
    if (fault?.kind === 'stall') return;
    const body = await buffer(request);
    if (fault?.kind === 'error') throw new S3Error(fault.status, fault.code, 'The test asked for this error');
    if (fault?.kind === 'cut' && !fault.isApplied) {
      response.destroy();
      return;
    }
    requireLength(request, body);
    verifySignature(request, body, key);
    s3.requests.push(`${parsed.method} ${parsed.key}`);
    const result = handle(table, parsed, { request, body });
    if (fault?.kind === 'cut') {
      response.destroy();
      return;
    }
    send(response, parsed.method, result, fault?.kind === 'cutBody' ? fault.bytes : undefined);
  };
  await once(server, 'listening');
  const s3: TestS3Server = {
    ...key,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`,
    objects: table.objects,
    openUploads: () => table.uploads.size,
    requests: [],
    fault: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return s3;
}

function parse({ method = '', url = '' }: IncomingMessage): S3Request {
  const { pathname, searchParams: query } = new URL(url, 'http://s3');
  const [, name, ...key] = decodeURIComponent(pathname).split('/');
  if (name !== bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
  return { method, key: key.join('/'), query };
}

function requireLength({ method, headers }: IncomingMessage, body: Buffer): void {
  if (method !== 'PUT' && method !== 'POST') return;
  if (headers['content-length'] === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header');
  }
  if (Number(headers['content-length']) !== body.length) {
    throw new S3Error(400, 'IncompleteBody', 'The body is shorter than its Content-Length');
  }
}

interface Result {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

function handle(
  table: ObjectTable,
  { method, key, query }: S3Request,
  { request, body }: { readonly request: IncomingMessage; readonly body: Buffer },
): Result {
  const uploadId = query.get('uploadId');
  if (method === 'POST') {
    if (uploadId !== null) {
      table.completeUpload(uploadId, body.toString());
      return { status: 200, body: Buffer.from('<CompleteMultipartUploadResult/>') };
    }
    const id = table.startUpload(key, propertiesOf(request));
    const xml = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    return { status: 200, body: Buffer.from(xml) };
  }
  if (method === 'PUT') {
    const entityTag =
      uploadId === null ? entityTagOf(body) : table.addPart(uploadId, Number(query.get('partNumber')), body);
    if (uploadId === null) table.objects.set(key, { ...propertiesOf(request), bytes: body, entityTag });
    return { status: 200, headers: { etag: entityTag } };
  }
  if (method === 'DELETE') {
    if (uploadId !== null) table.abortUpload(uploadId);
    else table.objects.delete(key);
    return { status: 204 };
  }
  if (method === 'GET' || method === 'HEAD') return read(table, key, query, request.headers.range);
  throw new S3Error(405, 'MethodNotAllowed', 'The method is not allowed');
}

function read(table: ObjectTable, key: string, query: URLSearchParams, range: string | undefined): Result {
  const object = table.objects.get(key);
  if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const headers: Record<string, string> = {
    'content-type': object.contentType,
    etag: object.entityTag,
    ...object.metadata,
  };
  for (const name of ['content-type', 'content-disposition', 'content-encoding', 'cache-control']) {
    const value = query.get(`response-${name}`);
    if (value !== null) headers[name] = value;
  }
  return { status: range === undefined ? 200 : 206, headers, body: object.bytes.subarray(start) };
}

function propertiesOf({ headers }: IncomingMessage): Pick<StoredObject, 'contentType' | 'metadata'> {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return {
    contentType: headers['content-type'] ?? 'binary/octet-stream',
    metadata: Object.fromEntries(metadata.map(([name, value]) => [name, String(value)])),
  };
}

function send(
  response: ServerResponse,
  method: string,
  { status, headers, body = Buffer.alloc(0) }: Result,
  cutBytes: number | undefined,
): void {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': body.length }) });
  if (method === 'HEAD') response.end();
  else if (cutBytes === undefined) response.end(body);
  else response.write(body.subarray(0, cutBytes), () => response.destroy());
}
