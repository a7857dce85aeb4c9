import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../../operations/define-operation.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { submitCall, type ToolCall } from './call-operation.ts';
import { errorResult } from './error-result.ts';
import { describeHandle } from './service-tools.ts';

/** Adds a job that runs the operation. @returns the job, or the error of the API as the result of a failed tool */
export async function submitAsJob(
  operation: Operation,
  call: ToolCall,
  session: McpSession,
): Promise<CallToolResult> {
  const outcome = await submitCall(operation, call, session);
  const { requestId, jobId } = outcome.record;
  if (!outcome.ok) return errorResult(outcome.error, requestId);
  if (jobId === undefined) throw new Error('the submission of a job returned no id');
  return describeHandle(await session.jobs.find(jobId, session.key));
}
