import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Operation } from '../../operations/define-operation.ts';
import type { CountBytes } from '../../pipeline/pipeline-context.ts';
import type { KeyRecord } from '../../storage/repositories/keys.ts';
import { readJsonBodyInTime } from '../body/read-json-body-in-time.ts';
import { requireMediaType } from '../body/require-media-type.ts';

/** A message of MCP, which is one JSON-RPC request, notification or response. */
export interface McpMessage {
  readonly body: object;
  /** Size in bytes. */
  readonly bytes: number;
  /** Name of the tool that it calls; undefined for any other message. */
  readonly toolName: string | undefined;
}

/** A message and who has sent it. */
export interface ReceivedMessage extends McpMessage {
  readonly key: KeyRecord;
  /** The operation that it calls, which the key may call; undefined for any other message. */
  readonly operation: Operation | undefined;
  /** Counts memory that is used until the response has been sent. */
  readonly countBytes: CountBytes;
}

const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/**
 * Reads a message. A batch of messages, which only the revision of 2025-03-26 has, is not supported.
 *
 * @throws ServiceError `unsupported_media_type`, and the errors of readJsonBodyInTime
 */
export async function readMessage(request: IncomingMessage, countBytes: CountBytes): Promise<McpMessage> {
  requireMediaType(request, 'MCP', ['application/json']);
  let bytes = 0;
  const body = await readJsonBodyInTime(request, (count) => {
    countBytes(count);
    bytes += count;
  });
  const call = toolCall.safeParse(body);
  return { body, bytes, toolName: call.success ? call.data.params.name : undefined };
}
