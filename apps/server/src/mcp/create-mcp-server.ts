import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { quoteValue } from '../errors/quote-value.ts';
import { ServiceError } from '../errors/service-error.ts';
import { hasScope } from '../keys/require-scope.ts';
import type { Operation } from '../operations/define-operation.ts';
import { describeJob } from '../pipeline/jobs/encode-job.ts';
import type { Job } from '../storage/jobs/job.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { addResourceHandlers } from './resources.ts';
import type { McpSession } from './session/mcp-session.ts';
import { describeTask } from './tasks/describe-task.ts';
import { addTaskHandlers } from './tasks/task-handlers.ts';
import { supportsTasks } from './tasks/tasks-extension.ts';
import { callOperation } from './tools/call-operation.ts';
import { isDryRun } from './tools/call-options.ts';
import { describeTool } from './tools/describe-tool.ts';
import { errorResult } from './tools/error-result.ts';
import { describeHandle, serviceTools } from './tools/service-tools.ts';
import { isLongCall, submitAsJob } from './tools/submit-as-job.ts';

const instructions =
  'Quern processes content: summaries, site maps, crawls, entities, sentiment, translation, text recognition, and documents and pages to Markdown. Each tool states its price in credits, which dryRun returns for a call; a failed call costs nothing. Send files as Base64 or by their URL. Offsets in results are UTF-16 code units.';

/**
 * Creates the server of one message. It knows no transport.
 *
 * @param era whether the client speaks the revision of 2026-07-28, which has tasks as an extension, or an earlier one
 */
export function createMcpServer(session: McpSession, era: 'modern' | 'legacy'): Server {
  const server = new Server(
    { name: 'quern', title: 'Quern', version: session.version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listTools(session) }));
  server.setRequestHandler('tools/call', (request, context) => callTool(request, context, session));
  addResourceHandlers(server, session);
  if (era === 'modern') addTaskHandlers(server, session);
  return server;
}

/** Descriptions of operations, which are the same for all messages. */
const described = new WeakMap<Operation, Tool>();

function listTools({ operations, key }: McpSession): Tool[] {
  const permitted = operations.filter((operation) => hasScope(key, operation.name));
  return [...permitted.map(toTool), ...serviceTools.map(({ tool }) => tool)];
}

function toTool(operation: Operation): Tool {
  const tool = described.get(operation) ?? describeTool(operation);
  described.set(operation, tool);
  return tool;
}

async function callTool(
  { params: { name, arguments: args = {} } }: CallToolRequest,
  context: ServerContext,
  session: McpSession,
): Promise<CallToolResult> {
  const operation = session.operations.find((candidate) => candidate.name === name);
  if (operation !== undefined) {
    const { signal } = context.mcpReq;
    const call = { args, meta: context.mcpReq._meta, signal, progress: createProgressReporter(context) };
    if (isDryRun(args)) return callOperation(operation, call, session);
    if (supportsTasks(context) && isLongCall(operation, args, session)) {
      return submitAsJob(operation, call, session, describeNewTask);
    }
    if (operation.isCoordinator === true) {
      return submitAsJob(operation, call, session, (job) => describeHandle(describeJob(job)));
    }
    return callOperation(operation, call, session);
  }
  const serviceTool = serviceTools.find(({ tool }) => tool.name === name);
  if (serviceTool === undefined) throw unknownTool(name, session);
  try {
    return await serviceTool.call(args, session);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return errorResult(error, session.origin.requestId);
  }
}

/** The result of a call that became a task; its type distinguishes it from that of a tool. */
const describeNewTask = (job: Job): CallToolResult => ({
  content: [],
  resultType: 'task',
  ...describeTask(job),
});

function unknownTool(name: string, session: McpSession): ProtocolError {
  const names = listTools(session).map((tool) => tool.name);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no tool ${quoteValue(name)}; the tools are ${names.join(', ')}`,
  );
}
