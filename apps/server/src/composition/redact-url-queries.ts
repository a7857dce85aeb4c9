import type { SerializedError } from 'pino';
import { stdSerializers } from 'pino';

/** A query or fragment of an http(s) or ws(s) URL inside a text, up to white space or a quotation mark. */
const urlTail = /\b((?:https?|wss?):\/\/[^\s?#"'`<>]*)[?#][^\s"'`<>]*/gi;

/** Removes the query and the fragment of a URL: they may contain credentials or personal data. */
export function stripUrlQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** Replaces the queries and fragments of all URLs in a text by `?…`. */
export function redactUrlQueries(text: string): string {
  return text.replace(urlTail, '$1?…');
}

/** Serializes an error for the log without the queries of URLs in its message, stack and causes. */
export function serializeError(error: unknown): unknown {
  return redactValue(error instanceof Error ? stdSerializers.err(error) : error);
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactUrlQueries(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value as SerializedError).map(([key, item]) => [key, redactValue(item)]),
  );
}
