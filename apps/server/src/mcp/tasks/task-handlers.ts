import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { rethrowAsProtocolError } from '../errors/rethrow-as-protocol-error.ts';
import type { McpSession } from '../session/mcp-session.ts';
import { describeTask, describeTaskResult } from './describe-task.ts';
import { requireTasks, tasksExtension } from './tasks-extension.ts';

const taskParams = z.looseObject({ taskId: z.string().max(100) });

/**
 * Adds the Tasks extension (`io.modelcontextprotocol/tasks`, revision of 2026-07-28): jobs are tasks, which a client polls
 * and may cancel. None asks its client for input.
 */
export function addTaskHandlers(server: Server, session: McpSession): void {
  const { jobs, key } = session;
  server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
  handle(server, 'tasks/get', async (taskId) => {
    const job = await jobs.find(taskId, key);
    const result = await describeTaskResult(job, session);
    return { ...describeTask(job), ...(result === undefined ? {} : { result }) };
  });
  handle(server, 'tasks/cancel', async (taskId) => {
    await jobs.cancel(taskId, key).catch(ignoreEnd);
    return {};
  });
  handle(server, 'tasks/update', async (taskId) => {
    await jobs.find(taskId, key);
    return {};
  });
}

function handle(
  server: Server,
  method: string,
  run: (taskId: string) => Promise<Record<string, unknown>>,
): void {
  server.setRequestHandler(method, { params: taskParams }, async ({ taskId }, context: ServerContext) => {
    requireTasks(context);
    return rethrowAsProtocolError(() => run(taskId));
  });
}

/** The request to cancel a task that has ended is acknowledged as well. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'job_ended') throw error;
}
