import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Operation } from '../../operations/define-operation.ts';
import { parseResult, readableText, shortFields } from './readable-text.ts';
import type { firstPartSchema, TextPart } from './result-schemas.ts';
import { cutText, partLengthMax } from './text-parts.ts';

/** A result that is too long for one message. */
export interface LongResult {
  /** All fields, as JSON. */
  readonly json: string;
  /** The text that the result consists of; its JSON if there is none. */
  readonly text: string;
  /** What is read after the first part: more of the text, or all fields if the text is complete. */
  readonly rest: 'text' | 'json';
}

/**
 * Returns the result of an operation as that of a tool: all fields, and its text for clients that show text only. Of a
 * result that is too long for one message, the first part is returned.
 *
 * @param json of the result
 * @param toUri returns the URI of the rest of a result that is too long
 */
export async function describeResult(
  operation: Operation,
  json: string,
  toUri: (result: LongResult) => string | Promise<string>,
): Promise<CallToolResult> {
  const data = parseResult(json);
  const text = readableText(operation, data, json);
  if (data !== undefined && json.length <= partLengthMax) {
    return { content: [{ type: 'text', text }], structuredContent: { ...data } };
  }
  const uri = await toUri({ json, text, rest: text.length <= partLengthMax ? 'json' : 'text' });
  return describeFirstPart(operation, uri, text, shortFields(data));
}

/**
 * Returns the first part of a text.
 *
 * @param uri of the text, or of all fields if the text is short
 */
function describeFirstPart(
  { title }: Pick<Operation, 'title'>,
  uri: string,
  text: string,
  fields: Readonly<Record<string, unknown>>,
): CallToolResult {
  const part = cutText(uri, text, undefined);
  const structured: z.output<typeof firstPartSchema> = {
    isPartial: true,
    text: part.text,
    length: text.length,
    uri,
    nextCursor: part.nextCursor,
    fields: { ...fields },
  };
  return {
    content: [
      { type: 'text', text: part.text },
      { type: 'text', text: describeRest(part, text.length) },
      { type: 'resource_link', uri, name: `Result of ${title}`, mimeType: 'text/plain' },
    ],
    structuredContent: structured,
  };
}

function describeRest({ uri, text, nextCursor }: TextPart, length: number): string {
  const call = `call read-result with uri ${JSON.stringify(uri)}`;
  if (nextCursor === null) return `[The result has more fields. For all of them as JSON, ${call}.]`;
  return `[Characters 0 to ${text.length} of ${length}. For the next part, ${call} and cursor ${JSON.stringify(nextCursor)}.]`;
}
