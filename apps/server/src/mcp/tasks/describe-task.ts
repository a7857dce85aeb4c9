import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isErrorCode } from '../../errors/error-codes.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { describeJob, evictedResult } from '../../pipeline/jobs/encode-job.ts';
import { readResultData } from '../../pipeline/response/read-result-data.ts';
import type { Job, JobStatus } from '../../storage/jobs/job.ts';
import { describeResult } from '../results/describe-result.ts';
import { crawlPagesUri, jobJsonUri, jobResultUri } from '../results/result-uris.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { errorResult } from '../tools/error-result.ts';

/** Suggested time between two looks at a task, ms. */
const pollIntervalMs = 1000;

/** States of tasks by those of jobs. A call whose result is an error has completed. */
const taskStatuses: Readonly<Record<JobStatus, 'working' | 'completed' | 'cancelled'>> = {
  queued: 'working',
  running: 'working',
  succeeded: 'completed',
  failed: 'completed',
  canceled: 'cancelled',
};

/** A job as a task of the extension, without its result. */
export function describeTask(job: Job): Record<string, unknown> {
  const { createdAt, startedAt, finishedAt, expiresAt, status, progress } = job;
  const message = describeJob(job).progress.message ?? status;
  return {
    taskId: job.id,
    status: taskStatuses[status],
    statusMessage: status === 'running' ? `${message} (${Math.round(progress * 100)}%)` : message,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(finishedAt ?? startedAt ?? createdAt).toISOString(),
    // The time is known when the job has ended; it is kept until then.
    ttlMs: expiresAt === null ? null : expiresAt - createdAt,
    pollIntervalMs,
  };
}

const jobError = z.object({ error: z.string(), code: z.string(), requestId: z.string().optional() });

/** Returns the result of a job that has ended, as that of a tool; undefined if the job has none. */
export async function describeTaskResult(job: Job, session: McpSession): Promise<CallToolResult | undefined> {
  const { error } = describeJob(job);
  if (job.status === 'failed' && error !== undefined) return describeError(error, job.requestId);
  if (job.status !== 'succeeded') return undefined;
  const { context, origin, operations } = session;
  const operation = operations.find(({ name }) => name === job.operation);
  const json =
    job.result && (await readResultData(job.result, context.store.results, origin.controller.signal));
  if (json === undefined || operation === undefined) {
    return describeError(evictedResult(job.requestId), job.requestId);
  }
  // The job keeps its result, so that a request for a task stores nothing.
  const result = await describeResult(operation, json, ({ rest }) =>
    rest === 'text' ? jobResultUri(job.id) : jobJsonUri(job.id),
  );
  if (operation.isCoordinator !== true) return result;
  const uri = crawlPagesUri(job.id);
  const note = `read-result with uri ${JSON.stringify(uri)} returns the pages.`;
  return {
    ...result,
    content: [
      ...result.content,
      { type: 'text', text: note },
      { type: 'resource_link', uri, name: 'Pages of the crawl', mimeType: 'text/markdown' },
    ],
  };
}

function describeError(described: unknown, requestId: string): CallToolResult {
  const { error, code, requestId: id = requestId } = jobError.parse(described);
  return errorResult(new ServiceError(isErrorCode(code) ? code : 'internal_error', error), id);
}
