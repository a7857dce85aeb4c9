import { redactUrlsIn } from '@quern/web/fetch/redact-url';
import { type SerializedError, stdSerializers } from 'pino';

/** Serializes an error for the log with the URLs in its message, stack and causes redacted. */
export function serializeError(error: unknown): unknown {
  return redactValue(error instanceof Error ? stdSerializers.err(error) : error);
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactUrlsIn(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value as SerializedError).map(([key, item]) => [key, redactValue(item)]),
  );
}
