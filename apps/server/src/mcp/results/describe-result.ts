import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Operation } from '../../operations/define-operation.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { keepText } from './kept-texts.ts';
import { parseResult, readableText, shortFields } from './readable-text.ts';
import type { firstPartSchema, TextPart } from './result-schemas.ts';
import { keptTextUri } from './result-uris.ts';
import { cutText, partLengthMax } from './text-parts.ts';

/**
 * Returns the result of an operation as that of a tool: all fields, and its text for clients that show text only. Of a
 * result that is too long for one message, the text is kept, and its first part is returned.
 *
 * @param json of the result
 */
export async function describeResult(
  operation: Operation,
  json: string,
  session: McpSession,
): Promise<CallToolResult> {
  const data = parseResult(json);
  const text = readableText(operation, data, json);
  if (data !== undefined && json.length <= partLengthMax) {
    return { content: [{ type: 'text', text }], structuredContent: { ...data } };
  }
  const isComplete = text.length <= partLengthMax;
  const id = await keepText(isComplete ? json : text, operation.name, session);
  return describeFirstPart(operation, keptTextUri(operation.name, id), text, shortFields(data));
}

/**
 * Returns the first part of a text.
 *
 * @param uri of the text, or of all fields if the text is short
 */
export function describeFirstPart(
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
