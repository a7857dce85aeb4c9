import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation } from '../../operations/define-operation.ts';
import type { Job } from '../../storage/jobs/job.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { submitCall, type ToolCall } from './call-operation.ts';
import { errorResult } from './error-result.ts';
import { fetchesFile } from './fetches-files.ts';

/** Expected work, ms, from which a call becomes a task of clients that support tasks. */
const taskWorkMin = 10_000;

/** Whether a call is expected to take long; one that fetches a file may take any time. */
export function isLongCall(
  operation: Operation,
  args: ToolCall['args'],
  { messageBytes }: Pick<McpSession, 'messageBytes'>,
): boolean {
  if (operation.isCoordinator === true || fetchesFile(operation, args)) return true;
  return (operation.expectWork(messageBytes)?.ms ?? 0) >= taskWorkMin;
}

/**
 * Adds a job that runs the operation.
 *
 * @param describe returns the job in the form that the client expects
 * @returns the described job, or the error of the API as the result of a failed tool
 */
export async function submitAsJob(
  operation: Operation,
  call: ToolCall,
  session: McpSession,
  describe: (job: Job) => CallToolResult,
): Promise<CallToolResult> {
  const outcome = await submitCall(operation, call, session);
  const { requestId, jobId } = outcome.record;
  if (!outcome.ok) return errorResult(outcome.error, requestId);
  if (jobId === undefined) throw new Error('the submission of a job returned no id');
  return describe(await session.jobs.find(jobId, session.key));
}
