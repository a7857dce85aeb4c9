import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';
import { receiveBody } from './receive-body.ts';

/** The JSON object of a body. Throws what `receiveBody` throws while reading, `invalid_json` after it. */
export async function readJsonBody(request: IncomingMessage, signal: AbortSignal): Promise<object> {
  return parseJson(await receiveBody(request, signal));
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): object {
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
