import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type JsonSchema, toJsonSchema } from '../../operations/to-json-schema.ts';
import { describeJob, type JobDescription } from '../../pipeline/jobs/encode-job.ts';
import { validateInput } from '../../validation/validate-input.ts';
import { readResultPart } from '../results/read-result.ts';
import { type JobHandle, jobHandleSchema, textPartSchema } from '../results/result-schemas.ts';
import { crawlPagesUri, jobResultUri } from '../results/result-uris.ts';
import type { McpSession } from '../session/mcp-session.ts';

/** A tool that is not an operation; it costs nothing. */
export interface ServiceTool {
  readonly tool: Tool;
  /** @throws ServiceError */
  readonly call: (args: unknown, session: McpSession) => Promise<CallToolResult>;
}

interface ServiceToolDefinition<Args> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<Args>;
  readonly output: z.ZodType;
  readonly isReadOnly: boolean;
  readonly call: (args: Args, session: McpSession) => Promise<CallToolResult>;
}

const objectSchema = z.looseObject({ type: z.literal('object') });
const toObjectSchema = (schema: JsonSchema) => objectSchema.parse(schema);

function defineServiceTool<Args>(definition: ServiceToolDefinition<Args>): ServiceTool {
  const { name, title, description, input, output, isReadOnly, call } = definition;
  return {
    tool: {
      name,
      title,
      description,
      inputSchema: toObjectSchema(toJsonSchema(input, 'input')),
      outputSchema: toObjectSchema(toJsonSchema(output, 'output')),
      annotations: {
        title,
        readOnlyHint: isReadOnly,
        destructiveHint: !isReadOnly,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    call: async (args, session) => call(validateInput<z.ZodType<Args>>(input, args), session),
  };
}

const jobIdInput = z.strictObject({ jobId: z.string().max(100).describe('Id of the job') });

/** The tools for results and jobs. */
export const serviceTools: readonly ServiceTool[] = [
  defineServiceTool({
    name: 'read-result',
    title: 'Read the next part of a result',
    description:
      'Returns a part of a result that was too long for one message, of the result of a job, or of the pages of a crawl. It is free.',
    input: z.strictObject({
      uri: z.string().max(300).describe('URI of the result, as a tool has returned it'),
      cursor: z
        .string()
        .max(30)
        .optional()
        .describe('The `nextCursor` of the previous part; by default the first part'),
    }),
    output: textPartSchema,
    isReadOnly: true,
    call: async ({ uri, cursor }, session) => {
      const part = await readResultPart(uri, cursor, session);
      const note =
        part.nextCursor === null
          ? '[This is the last part.]'
          : `[For the next part, call read-result with cursor ${JSON.stringify(part.nextCursor)}.]`;
      return {
        content: [
          { type: 'text', text: part.text },
          { type: 'text', text: note },
        ],
        structuredContent: part,
      };
    },
  }),
  defineServiceTool({
    name: 'get-job',
    title: 'Get the state of a job',
    description: 'Returns the state and the progress of a job, and the address of its result. It is free.',
    input: jobIdInput,
    output: jobHandleSchema,
    isReadOnly: true,
    call: async ({ jobId }, { jobs, key }) => describeHandle(describeJob(await jobs.find(jobId, key))),
  }),
  defineServiceTool({
    name: 'cancel-job',
    title: 'Cancel a job',
    description:
      'Stops a job that has not ended. Nothing is charged for it; pages of a crawl that were returned are.',
    input: jobIdInput,
    output: jobHandleSchema,
    isReadOnly: false,
    call: async ({ jobId }, { jobs, key }) => describeHandle(await jobs.cancel(jobId, key)),
  }),
];

/** Returns a job as the result of a tool. */
export function describeHandle(job: JobDescription): CallToolResult {
  const handle = toHandle(job);
  const { jobId, operation, status, message, resultUri } = handle;
  const step = message === null ? '' : ` (${message})`;
  const next =
    resultUri === undefined
      ? `get-job returns its progress`
      : `read-result with uri ${JSON.stringify(resultUri)} returns its result`;
  const text = `The job ${jobId} of ${operation} is ${status}${step}; ${next}.`;
  return { content: [{ type: 'text', text }], structuredContent: handle };
}

function toHandle({ id, operation, status, usage, progress, error }: JobDescription): JobHandle {
  const isCrawl = operation === 'crawl';
  return jobHandleSchema.parse({
    jobId: id,
    operation,
    status,
    progress: progress.fraction,
    message: progress.message,
    usage,
    ...(isCrawl
      ? { resultUri: crawlPagesUri(id) }
      : status === 'succeeded'
        ? { resultUri: jobResultUri(id) }
        : {}),
    ...(error === undefined ? {} : { error }),
  });
}
