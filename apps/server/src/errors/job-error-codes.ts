import type { ErrorDefinition } from './error-definition.ts';

/** The error codes of jobs. */
export const jobErrorCodes = {
  job_ended: {
    status: 409,
    title: 'Job has ended',
    description: 'A job that has succeeded, failed, or been canceled cannot be canceled.',
    resolution: 'Read the status and the result of the job. The message names the status.',
  },
  too_many_jobs: {
    status: 429,
    title: 'Too many waiting jobs',
    description: 'The account has as many waiting jobs as it may have.',
    resolution: 'Wait for the number of seconds in Retry-After, or until some jobs have ended, then retry.',
  },
  result_evicted: {
    status: 410,
    title: 'Result was evicted',
    description:
      'The job has succeeded, but its result was removed to free space for newer ones. The code appears as the `error` of a job only.',
    resolution: 'Send the request again. An operator can give results more space with `QUERN_RESULTS_MAX`.',
  },
} as const satisfies Record<string, ErrorDefinition>;
