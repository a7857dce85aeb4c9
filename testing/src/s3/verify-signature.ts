import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.ts';

/** Whose signatures are accepted. */
export interface SigningKey {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** A signature, from the header Authorization or from the query. */
interface Signature {
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly date: string;
  readonly payloadHash: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
const skewMaxMs = 15 * 60_000;
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * Verifies AWS Signature Version 4 of a request, as a header or presigned, and the hash of its body:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 *
 * @throws {S3Error} 400 or 403 with the code of S3
 */
export function verifySignature(request: IncomingMessage, body: Buffer, key: SigningKey): void {
  const url = new URL(request.url ?? '/', 'http://s3');
  const isPresigned = url.searchParams.has('X-Amz-Signature');
  if (isPresigned && request.headers.authorization !== undefined) {
    throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  const signature = isPresigned ? readPresigned(url) : readHeader(request);
  const [day = '', region = '', service = '', terminator = ''] = signature.credential.split('/').slice(-4);
  if (signature.credential.slice(0, signature.credential.indexOf('/')) !== key.accessKey) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist');
  }
  if (region !== key.region || service !== 's3' || terminator !== 'aws4_request') {
    const hint = `<Region>${key.region}</Region>`;
    throw new S3Error(400, 'AuthorizationHeaderMalformed', `the region '${region}' is wrong`, hint);
  }
  requireTime(url, signature.date, isPresigned);
  const required = isPresigned ? ['host'] : ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const isComplete = required.every((name) => signature.signedHeaders.includes(name));
  const expected = sign(canonicalRequest(request, url, signature), signature.date, day, key);
  if (!isComplete || !signature.date.startsWith(day) || expected !== signature.signature) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The request signature does not match');
  }
  if (!isPresigned && signature.payloadHash !== sha256(body)) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The hash of the body does not match');
  }
}

function readHeader({ headers }: IncomingMessage): Signature {
  const { authorization = '' } = headers;
  const fields = new Map(
    authorization
      .slice(algorithm.length)
      .split(',')
      .map((field) => {
        const [name = '', ...rest] = field.trim().split('=');
        return [name, rest.join('=')];
      }),
  );
  if (!authorization.startsWith(`${algorithm} `) || fields.size !== 3) {
    throw new S3Error(403, 'AccessDenied', 'Access Denied');
  }
  return {
    credential: fields.get('Credential') ?? '',
    signedHeaders: (fields.get('SignedHeaders') ?? '').split(';'),
    signature: fields.get('Signature') ?? '',
    date: String(headers['x-amz-date']),
    payloadHash: String(headers['x-amz-content-sha256']),
  };
}

function readPresigned({ searchParams }: URL): Signature {
  const read = (name: string): string => searchParams.get(name) ?? '';
  return {
    credential: read('X-Amz-Credential'),
    signedHeaders: read('X-Amz-SignedHeaders').split(';'),
    signature: read('X-Amz-Signature'),
    date: read('X-Amz-Date'),
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function requireTime({ searchParams }: URL, date: string, isPresigned: boolean): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const age = Date.now() - Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const isValid = isPresigned
    ? age > -skewMaxMs && age < Number(searchParams.get('X-Amz-Expires')) * 1000
    : Math.abs(age) < skewMaxMs;
  if (isValid) return;
  if (isPresigned) throw new S3Error(403, 'AccessDenied', 'Request has expired');
  throw new S3Error(403, 'RequestTimeTooSkewed', 'The time of the request is wrong');
}

function canonicalRequest(request: IncomingMessage, url: URL, signature: Signature): string {
  const encode = (text: string): string =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signature.signedHeaders.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const path = url.pathname
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/');
  return [
    request.method,
    path,
    query,
    headers.join(''),
    signature.signedHeaders.join(';'),
    signature.payloadHash,
  ].join('\n');
}

function sign(canonical: string, date: string, day: string, { secretKey, region }: SigningKey): string {
  const scope = `${day}/${region}/s3/aws4_request`;
  const derived = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), 's3'), 'aws4_request');
  return hmac(derived, [algorithm, date, scope, sha256(canonical)].join('\n')).toString('hex');
}
