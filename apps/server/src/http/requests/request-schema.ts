import { z } from 'zod';

/** A request in the log, as the API returns it. */
export const loggedRequestSchema = z
  .object({
    createdAt: z.int().describe('When it ended, in milliseconds since 1970-01-01 UTC'),
    requestId: z.string(),
    operation: z.string(),
    status: z.int().describe('HTTP status of the response'),
    code: z.string().nullable().describe('Code of the error; null if it succeeded'),
    keyId: z.string(),
    accountId: z.string(),
    jobId: z.string().nullable().describe('The job that it has added or runs; null if there is none'),
    creditsUsed: z.int().describe('Credits charged'),
    durationMs: z.int(),
  })
  .meta({ id: 'LoggedRequest', description: 'A request that has ended, without its content and its result' });
