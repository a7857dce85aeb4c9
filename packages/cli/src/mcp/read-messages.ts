import { isRecord } from '../is-record.ts';
import type { JsonRpcMessage } from './message-headers.ts';
import { readLines } from './read-lines.ts';

const lineLengthMax = 64 * 1024 * 1024;

/**
 * Reads the messages of a response: one JSON object, or server-sent events (HTML, section 9.2) whose data are objects.
 *
 * @throws Error if the response is neither
 */
export async function* readMessages(response: Response): AsyncGenerator<JsonRpcMessage> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || response.status === 202) return;
  if (!type.startsWith('text/event-stream')) {
    yield parseObject(await response.text(), response);
    return;
  }
  for await (const line of readLines(response.body, lineLengthMax)) {
    if (line === undefined) throw new Error(`the service sent a message of more than ${lineLengthMax} bytes`);
    // Each message is one line; an event without data keeps the connection open.
    const data = /^data: ?(.+)$/.exec(line)?.[1];
    if (data !== undefined) yield parseObject(data, response);
  }
}

function parseObject(text: string, { status }: Response): JsonRpcMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isRecord(value)) return value;
  throw new Error(`the address is not an MCP endpoint: it responds with status ${status}`);
}
