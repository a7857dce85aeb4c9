import { StorageUnavailableError } from '../../driver/storage-unavailable-error.ts';

interface BucketErrorOptions extends ErrorOptions {
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterMs?: number | undefined;
}

/** The bucket cannot be reached, or refuses a request. */
export class BucketError extends StorageUnavailableError {
  override readonly name = 'BucketError';
  /** HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** Code of S3, such as `SlowDown`; empty if there is none. */
  readonly code: string;
  /** How long the server asks to wait, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: BucketErrorOptions = {}) {
    super(message, options);
    this.status = options.status;
    this.code = options.code ?? '';
    this.retryAfterMs = options.retryAfterMs;
  }

  /** False for errors of a single object, such as its removal. */
  override get isOutage(): boolean {
    const { status } = this;
    return this.isTransient || status === 401 || status === 403 || this.code === 'NoSuchBucket';
  }

  /** Whether the same request may succeed in a moment. */
  get isTransient(): boolean {
    const { status, code } = this;
    if (status === undefined || status >= 500 || status === 408 || status === 429) return true;
    // A response to HEAD has no code.
    return transientCodes.has(code) || (status === 400 && code === '');
  }
}

/** Errors of status 400 or 409 that are transient: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const transientCodes = new Set(['RequestTimeout', 'OperationAborted', 'ConditionalRequestConflict']);

/** Longest part of a message that is shown. */
const messageMax = 300;

/**
 * Describes a response that is an error.
 *
 * @param body XML with the elements Code, Message and, for another region, Region; HEAD and some proxies have none
 */
export function toBucketError(
  address: string,
  status: number,
  { body, retryAfterMs }: { readonly body: string; readonly retryAfterMs: number | undefined },
): BucketError {
  const code = readElement(body, 'Code');
  const message = readElement(body, 'Message').replace(/\.$/, '');
  const details = [message, regionHint(body)].filter((text) => text !== '').join('; ');
  const reason = [String(status), code].filter((text) => text !== '').join(' ');
  return new BucketError(`the bucket ${address} returned ${reason}${details && `: ${details}`}`, {
    status,
    code,
    retryAfterMs,
  });
}

function regionHint(body: string): string {
  const region = readElement(body, 'Region');
  return region === '' ? '' : `the region of the bucket is ${region}`;
}

/** Reads the text of the first element of this name; the documents of S3 have neither attributes nor CDATA in it. */
export function readElement(xml: string, name: string): string {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start < 0 || end < 0) return '';
  const text = xml.slice(start + name.length + 2, end).slice(0, messageMax);
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&#(\d{2,3});/g, (_entity, code) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
