import { z } from 'zod';
import { errorCodes } from '../../errors/error-codes.ts';
import { jobStatuses } from '../../storage/jobs/job.ts';

const time = (description: string) =>
  z.int().describe(`${description}, in milliseconds since 1970-01-01 UTC`);

/** The state of a job. */
export const jobStatusField = z.enum(jobStatuses);

/** A job, as the API returns it. */
export const jobSchema = z
  .object({
    id: z.string(),
    operation: z.string().describe('Name of the operation'),
    status: jobStatusField.describe('`succeeded`, `failed` and `canceled` are final'),
    progress: z.object({
      fraction: z.number().min(0).max(1).describe('Completed share of the work'),
      message: z.string().nullable().describe('Current step'),
    }),
    metadata: z.record(z.string(), z.string()).describe('The strings that the job was submitted with'),
    createdAt: time('Time of the submission'),
    startedAt: time('Time of the first attempt').nullable(),
    finishedAt: time('Time of the end').nullable(),
    expiresAt: time('Time at which the job and its result are deleted; null until it has ended').nullable(),
    usage: z
      .int()
      .describe('Credits charged; 0 unless the job has succeeded, or is a crawl, whose pages are charged'),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The result, in the form of the synchronous response; not in lists'),
    error: z
      .object({
        error: z.string(),
        code: z.enum(Object.keys(errorCodes) as [string, ...string[]]),
        status: z.int().describe('HTTP status of the synchronous response'),
        requestId: z.string(),
        targetStatus: z
          .int()
          .optional()
          .describe('HTTP status of the response of a website, if that is the reason'),
      })
      .optional()
      .describe('Why the job failed'),
  })
  .meta({ id: 'Job', description: 'A request that is run in the background' });
