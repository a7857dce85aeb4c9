import { z } from 'zod';

/** A part of a result that is too long for one message. */
export const firstPartSchema = z.object({
  isPartial: z.literal(true).describe('The result is too long for one message; this is a part of it'),
  text: z.string().describe('The text of the result, or its first part'),
  length: z.int().min(0).describe('Length of the whole text, in UTF-16 code units'),
  uri: z.string().describe('URI of the rest, for `read-result`; it is kept for a limited time'),
  nextCursor: z
    .string()
    .nullable()
    .describe(
      'Cursor of the next part; null if the text is complete, then the URI is that of all fields as JSON',
    ),
  fields: z.record(z.string(), z.unknown()).describe('The short fields of the result'),
});

/** A part of a text that is read in parts. */
export const textPartSchema = z.object({
  uri: z.string(),
  text: z.string().describe('This part of the text'),
  nextCursor: z.string().nullable().describe('Cursor of the next part; null on the last one'),
});

/** See `textPartSchema`. */
export type TextPart = z.output<typeof textPartSchema>;

/** A job, as tools return it. */
export const jobHandleSchema = z.object({
  jobId: z.string().describe('Id of the job, for `get-job` and `cancel-job`'),
  operation: z.string(),
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled']),
  progress: z.number().min(0).max(1).describe('Completed fraction'),
  message: z.string().nullable().describe('Current step'),
  usage: z.int().min(0).describe('Credits that the job has cost'),
  resultUri: z.string().optional().describe('URI of the result, for `read-result`'),
  error: z
    .object({ error: z.string(), code: z.string() })
    .loose()
    .optional()
    .describe('Why the job has failed'),
});

/** See `jobHandleSchema`. */
export type JobHandle = z.output<typeof jobHandleSchema>;
