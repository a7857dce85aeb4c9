import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';

/** A whole body may have so many bytes; reading stops there. */
export const bodyBytesMax = 16 * 1024 * 1024;

/** Refuses, before a byte is read, a body that says of itself that it is too long or compressed. */
export function refuseByHeaders(request: IncomingMessage): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > bodyBytesMax) throw bodyTooLarge(length);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'unsupported_media_type',
      `a body with Content-Encoding ${JSON.stringify(encoding)} is not taken; send it plain`,
      {
        headers: { 'accept-encoding': 'identity' },
      },
    );
  }
}

export function bodyTooLarge(bytes: number): ServiceError {
  return new ServiceError(
    'body_too_large',
    `the body has ${bytes} bytes or more; it may have ${bodyBytesMax}`,
    {
      headers: { connection: 'close' },
    },
  );
}

/** The JSON object of a body. Throws `body_too_large` while reading, `invalid_json` after it. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  return parseJson(await readBytes(request));
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) {
        request.pause();
        request.removeAllListeners('data');
        reject(bodyTooLarge(bytes));
        return;
      }
      chunks.push(chunk);
    });
    request.once('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
    });
    request.once('error', reject);
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ServiceError('invalid_json', 'the body is empty; send a JSON object');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new ServiceError('invalid_json', 'the body is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError(
      'invalid_json',
      `the body is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json', 'the body is JSON but not an object; send {…}');
  }
  return value;
}
