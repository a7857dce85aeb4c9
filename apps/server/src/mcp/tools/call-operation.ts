import type { CallToolResult } from '@modelcontextprotocol/server';
import { ServiceError } from '../../errors/service-error.ts';
import type { Operation, OperationContext } from '../../operations/define-operation.ts';
import type { RequestOutcome } from '../../pipeline/pipeline-context.ts';
import { type ResponseBody, unwrapDataJson } from '../../pipeline/response/response-body.ts';
import { runOperation } from '../../pipeline/run-operation.ts';
import { readBlobBytes } from '../../storage/blobs/read-blob-bytes.ts';
import { describeResult } from '../results/describe-result.ts';
import { keepText } from '../results/kept-texts.ts';
import { keptTextUri } from '../results/result-uris.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { readCallOptions, withoutCallOptions } from './call-options.ts';
import { errorResult } from './error-result.ts';
import { readToolInput } from './read-tool-input.ts';

/** A call of a tool. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  /** The `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  readonly progress: OperationContext['progress'];
}

/**
 * Calls an operation as a request of the API does: the same admission, limits, price, log and metrics.
 *
 * @returns the result, or the error of the API as the result of a failed tool
 */
export async function callOperation(
  operation: Operation,
  call: ToolCall,
  session: McpSession,
): Promise<CallToolResult> {
  const outcome = await runCall(operation, call, session, false);
  if (!outcome.ok) return errorResult(outcome.error, outcome.record.requestId);
  const json = await readDataJson(outcome.body, session.origin.controller.signal);
  const result = await describeResult(operation, json, async (long) =>
    keptTextUri(operation.name, await keepText(long[long.rest], operation.name, session)),
  );
  const { requestId, creditsUsed, creditsRemaining, replayed } = outcome.record;
  return {
    ...result,
    _meta: {
      'quern/requestId': requestId,
      'quern/creditsUsed': creditsUsed,
      'quern/creditsRemaining': creditsRemaining,
      ...(replayed ? { 'quern/replayed': true } : {}),
    },
  };
}

/** Adds a job that runs the operation. @returns its outcome, whose record has the id of the job */
export function submitCall(
  operation: Operation,
  call: ToolCall,
  session: McpSession,
): Promise<RequestOutcome> {
  return runCall(operation, call, session, true);
}

async function runCall(
  operation: Operation,
  { args, meta, signal, progress }: ToolCall,
  session: McpSession,
  isJob: boolean,
): Promise<RequestOutcome> {
  const { origin, context, messageBytes } = session;
  const cancel = (): void =>
    origin.controller.abort(new ServiceError('client_gone', 'the client canceled the call'));
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await runOperation(
      operation,
      {
        ...origin,
        bodyBytes: messageBytes,
        readOptions: () => ({
          ...readCallOptions(args, meta),
          job: isJob ? { metadata: {} } : undefined,
        }),
        readInput: async (requested, countBytes) =>
          readToolInput(requested, withoutCallOptions(args), countBytes),
        progress,
      },
      context,
    );
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Reads the JSON of the data of a response. */
async function readDataJson(body: ResponseBody, signal: AbortSignal): Promise<string> {
  if (body.kind === 'bytes') return unwrapDataJson(body.bytes);
  if (body.kind !== 'blob') throw new Error(`an operation returned a body of the kind ${body.kind}`);
  try {
    return unwrapDataJson(await readBlobBytes(body.blob, signal));
  } finally {
    body.onClose();
  }
}
